"""Normalisation of rows."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import F32
from .base import Float32KernelOp, buffer_shape


@irdl_op_definition
class NormalizeRowsOp(Float32KernelOp):
    """
    Normalise rows of `rows,n` or `outer,rows,n`: subtract the mean if `centred`, and divide by the
    root of the mean square plus `eps`.

    ins: x, then optionally n factors, then optionally n terms. Bounds limit the rows, the outer
    axis, and the elements of rows.
    """

    name = "kernel.normalize_rows"
    BOUNDED: ClassVar[bool] = True
    eps = prop_def(F32)
    centred = opt_prop_def(UnitAttr)

    def verify_(self) -> None:
        super().verify_()
        x, *vectors = (buffer_shape(v) for v in self.inputs)
        if len(x) not in (2, 3) or buffer_shape(self.outputs[0]) != x:
            raise VerifyException("input and output must have the same rows,n")
        if len(vectors) > 2 or any(vector != x[-1:] for vector in vectors):
            raise VerifyException(f"factor and term must have {x[-1]} elements")
