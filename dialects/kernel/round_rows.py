"""Round blocks of rows through int8."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64
from .base import Float32KernelOp, buffer_shape


@irdl_op_definition
class RoundRowsOp(Float32KernelOp):
    """
    Round each block of `size` columns of `rows,n` (the last one may be smaller) to 127 steps of its
    largest magnitude, or of the number in a second input for all blocks, or for those of as many
    rows as there are for each of its numbers; halves away from zero. Bounds limit the rows.
    """

    name = "kernel.round_rows"
    BOUNDED: ClassVar[bool] = True
    size = prop_def(I64)

    def verify_(self) -> None:
        super().verify_()
        x = buffer_shape(self.inputs[0])
        if len(x) != 2 or buffer_shape(self.outputs[0]) != x:
            raise VerifyException("input and output must have the same rows,n")
        if self.size.value.data < 1:
            raise VerifyException("blocks have at least one column")
        counts = [buffer_shape(v) for v in self.inputs[1:]]
        if any(len(count) != 1 or x[0] % max(*count, 1) for count in counts):
            raise VerifyException("there is a largest magnitude for equal numbers of rows")
        if any(count != (1,) for count in counts) and self.bounds is not None:
            raise VerifyException("a number of rows known at run time has one largest magnitude")
