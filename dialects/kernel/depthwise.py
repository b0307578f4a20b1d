"""Depthwise convolutions."""

from __future__ import annotations

from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64, int_list
from ..simd.int8 import rounding_of
from .base import buffer_shape
from .products import LateEpilogueOp, SteppedKernelOp
from .window import WindowKernelOp

TAPS_TOGETHER, ROWS_TOGETHER = 2, 4
"""Rows of the input whose products one instruction adds."""


@irdl_op_definition
class DepthwiseOp(WindowKernelOp, SteppedKernelOp, LateEpilogueOp):
    """
    Depthwise convolution: ins x `c/p,h,w,p`, weights `c/p,kh,kw,p`, epilogue operands; of volumes
    x `c/p,d,h,w,p` and weights `c/p,kd,kh,kw,p`.

    `register` is the number of output pixels of a row that are worked on together. The epilogue
    runs once `epilogue_rows` rows of a block of channels are stored, or all that a thread computes
    if they are fewer. Threads share blocks of channels; with `shares_rows` rows. In int8 x and
    the weights are i8. A product of two adds neighbouring taps of a row; without one products are
    of i32.

    By a product of four int8 becomes int8: an instruction adds the products of four rows of the
    input, for two rows of the output whose weights are `c/p,kw,rows/4,2,p,4`. Strides and dilations
    are 1, and what the epilogue reads is given by channel.
    """

    NEEDS_PRODUCT: ClassVar[bool] = False

    name = "kernel.depthwise"
    BOUNDED: ClassVar[bool] = True
    register = prop_def(I64)
    epilogue_rows = opt_prop_def(I64)
    shares_rows = opt_prop_def(UnitAttr)

    @property
    def adds_rows(self) -> bool:
        """Return whether an instruction adds the products of several rows."""
        return self.k == ROWS_TOGETHER

    @property
    def flips_signs(self) -> bool:
        return super().flips_signs and self.adds_rows

    def verify_(self) -> None:
        super().verify_()
        if self.record is None:
            return
        if not self.is_int8:
            raise VerifyException("a product is for int8")
        if not self.adds_rows:
            if self.k != TAPS_TOGETHER:
                raise VerifyException("instructions add two taps or four rows")
            return
        kernel, stride, dilation, _ = self.window()
        if len(kernel) != 2 or {*stride, *dilation} != {1}:
            raise VerifyException("`adds_rows` is for images without strides and dilations")
        operands = self.inputs[self.epilogue_start :]
        if rounding_of(self.epilogue) is None:
            raise VerifyException("of rows int8 becomes int8")
        if self.extents(self.outputs[0]).height < 2:
            raise VerifyException("by rows the output has at least two rows")
        if any(len(buffer_shape(value)) != 2 for value in operands):
            raise VerifyException("by rows the epilogue reads numbers given by channel")

    def flops(self) -> int:
        return 2 * prod(buffer_shape(self.outputs[0])) * prod(int_list(self.kernel))
