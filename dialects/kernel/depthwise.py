"""Depthwise convolutions."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64, int_list
from ..simd.int8 import rounding_of
from .base import buffer_shape
from .products import MULTIPLIED_AS, UI8, ProductKernelOp
from .window import WindowKernelOp


@irdl_op_definition
class DepthwiseOp(WindowKernelOp, ProductKernelOp):
    """
    Depthwise convolution: ins x `c/p,h,w,p`, weights `c/p,kh,kw,p`, epilogue operands; of volumes
    x `c/p,d,h,w,p` and weights `c/p,kd,kh,kw,p`.

    `register` is the number of output pixels of a row that are worked on together. In int8 x and
    the weights are i8.

    With 4 `steps` int8 becomes int8: an instruction adds the products of four rows of the input,
    for two rows of the output whose weights are `c/p,kw,rows/4,2,p,4`. The next operand has what
    the sums begin with, see `SteppedKernelOp`. Strides and dilations are 1, and what the epilogue
    reads is given by channel.
    """

    name = "kernel.depthwise"
    register = prop_def(I64)
    steps = opt_prop_def(I64)

    @property
    def epilogue_start(self) -> int:
        return 2 if self.steps is None else 3

    def starts(self) -> Sequence[SSAValue]:
        return self.inputs[2 : self.epilogue_start]

    def verify_(self) -> None:
        super().verify_()
        if self.steps is None:
            return
        if MULTIPLIED_AS.get(self.steps.value.data) != UI8:
            raise VerifyException("rows of int8 are multiplied in steps of 4")
        kernel, stride, dilation, _ = self.window()
        if len(kernel) != 2 or {*stride, *dilation} != {1}:
            raise VerifyException("steps are of images, without strides and dilations")
        operands = self.inputs[self.epilogue_start :]
        if not self.is_int8 or rounding_of(self.epilogue) is None:
            raise VerifyException("steps make int8 of int8")
        if self.extents(self.outputs[0]).height < 2:
            raise VerifyException("with steps the output has at least two rows")
        if any(len(buffer_shape(value)) != 2 for value in operands):
            raise VerifyException("with steps the epilogue reads numbers given by channel")

    def flops(self) -> int:
        return 2 * prod(buffer_shape(self.outputs[0])) * prod(int_list(self.kernel))
