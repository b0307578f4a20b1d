"""Sum windows into an image."""

from __future__ import annotations

from math import prod

from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64Array, int_list
from .base import Float32KernelOp, buffer_shape


@irdl_op_definition
class FoldKernelOp(Float32KernelOp):
    """
    `out[c, i * stride + u * dilation - pad, ...] += x[c, u, v, i, j]` for all taps `u, v` of all
    windows `i, j`; cells beyond the output are left out, and cells without a tap are 0.
    """

    name = "kernel.fold"
    stride = prop_def(I64Array)
    dilation = prop_def(I64Array)
    pad = prop_def(I64Array)

    def flops(self) -> int:
        return prod(buffer_shape(self.inputs[0]))

    def verify_(self) -> None:
        super().verify_()
        shapes = buffer_shape(self.inputs[0]), buffer_shape(self.outputs[0])
        if (len(shapes[0]), len(shapes[1])) != (5, 3) or shapes[0][0] != shapes[1][0]:
            raise VerifyException("input must be c,kh,kw,windows of the output's c")
        steps = [int_list(steps) for steps in (self.stride, self.dilation, self.pad)]
        if any(len(values) != 2 for values in steps):
            raise VerifyException("stride, dilation and pad must have two entries")
        if min(*steps[0], *steps[1]) < 1 or min(steps[2]) < 0:
            raise VerifyException("strides and dilations must be positive, pads not negative")
