"""Gather neighbouring columns of an image as channels."""

from __future__ import annotations

from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64
from .base import Float32KernelOp, buffer_shape


@irdl_op_definition
class UnfoldColumnsKernelOp(Float32KernelOp):
    """
    Gather the columns under a kernel: x `c,h,w` to `ceil(c*kernel/p),h,columns,p`, rounded if the
    output is narrower.

    Channel `c * kernel + t` of column i is channel c of column `i * stride + t - before`; zeros
    outside of x, and in lanes past the last channel.
    """

    name = "kernel.unfold_columns"
    kernel = prop_def(I64)
    stride = prop_def(I64)
    before = prop_def(I64)

    def verify_(self) -> None:
        super().verify_()
        x, out = buffer_shape(self.inputs[0]), buffer_shape(self.outputs[0])
        if len(x) != 3:
            raise VerifyException("gathers the columns of an image c,h,w")
        channels, height, _ = x
        if min(self.kernel.value.data, self.stride.value.data) < 1:
            raise VerifyException("kernel and stride are at least 1")
        taps = channels * self.kernel.value.data
        if len(out) != 4 or out[1] != height or out[0] * out[3] < taps:
            raise VerifyException(f"needs blocks of at least {taps} channels, and {height} rows")
