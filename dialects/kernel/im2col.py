"""Gather windows as columns of a matrix."""

from __future__ import annotations

from math import prod

from xdsl.irdl import irdl_op_definition, opt_prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64, int_list
from .base import buffer_shape
from .window import WindowKernelOp


@irdl_op_definition
class Im2colOp(WindowKernelOp):
    """
    Gather windows: x `c/p,[n,]h,w,p` to `kh*kw*c/p,[n,]oh,ow,p`, zeros outside the input.

    Block `(ky*kw + kx)*(c/p) + b` of the output is block b of the input, shifted by that tap, for
    each of n images if it is a batch. With `channels`, lanes past that number of input channels are
    zeros, too.
    """

    name = "kernel.im2col"
    channels = opt_prop_def(I64)

    def verify_(self) -> None:
        super().verify_()
        source, out = buffer_shape(self.inputs[0]), buffer_shape(self.outputs[0])
        if not self.is_batch:
            raise VerifyException("the window must not move along the depth")
        if out[0] != source[0] * prod(int_list(self.kernel)):
            raise VerifyException("the output needs one block per tap and input block")
        if self.channels is not None and not (
            (source[0] - 1) * source[-1] < self.channels.value.data <= source[0] * source[-1]
        ):
            raise VerifyException("the channels must end in the last block of the input")
