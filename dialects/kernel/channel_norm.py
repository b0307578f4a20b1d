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
    Scale every column of x `groups, n..., p` to variance 1 (if centred), or to mean square 1.

    A column is `groups, p` elements, with `channels` valid ones at its start: a pixel of a packed
    blob, or with `p` = 1 of a plain one. ins: x, then optionally gains `groups, p`, then optionally
    shifts `groups, p`. Bounds limit the axes n.
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
