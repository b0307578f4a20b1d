"""Running sums."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition
from xdsl.utils.exceptions import VerifyException

from .base import Float32KernelOp, buffer_shape


@irdl_op_definition
class CumulativeSumKernelOp(Float32KernelOp):
    """Running sums along the middle axis of `outer, n, inner`. Bounds limit any of the axes."""

    name = "kernel.cumulative_sum"
    BOUNDED: ClassVar[bool] = True

    def verify_(self) -> None:
        super().verify_()
        extents = [buffer_shape(v) for v in (*self.inputs, *self.outputs)]
        if len(set(extents)) != 1 or len(extents[0]) != 3:
            raise VerifyException("input and output must have the same three extents")
