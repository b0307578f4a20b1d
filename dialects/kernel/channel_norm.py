"""Normalisation across channels."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import F32, I64
from .base import Float32KernelOp, buffer_shape


@irdl_op_definition
class NormalizeChannelsOp(Float32KernelOp):
    """
    Every column of x `groups, n..., p` brought to a variance (centred) or a mean square of 1.

    A column is `groups, p` elements, of which the first `channels` count: a place of a packed blob,
    or with `p` 1 of a plain one. ins: x, and `groups, p` gains and shifts, or only gains, or none.
    Bounds end the axes of columns.
    """

    name = "kernel.normalize_channels"
    BOUNDED: ClassVar[bool] = True
    channels = prop_def(I64)
    eps = prop_def(F32)
    centred = opt_prop_def(UnitAttr)

    def verify_(self) -> None:
        super().verify_()
        x, y = buffer_shape(self.inputs[0]), buffer_shape(self.outputs[0])
        if len(x) < 3 or x != y:
            raise VerifyException("input and output must have the same three extents or more")
        if not (x[0] - 1) * x[-1] < self.channels.value.data <= x[0] * x[-1]:
            raise VerifyException("the last group must hold the last channel")
        if len(self.inputs) > 3 or any(buffer_shape(v) != (x[0], x[-1]) for v in self.inputs[1:]):
            raise VerifyException("gains and shifts must have the extents of a column")
        if self.is_bounded(0) or self.is_bounded(len(x) - 1):
            raise VerifyException("columns have a static number of elements")
