"""Local response normalisation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.ir.affine import AffineConstantExpr, AffineExpr
from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import F32, I64
from .attributes import LRNRegionAttr
from .base import Float32KernelOp, buffer_shape


@irdl_op_definition
class LRNKernelOp(Float32KernelOp):
    """
    `x * (bias + scale * s) ^ -beta` on `c/p,h,w,p`, s the sum of the neighbours' squares.

    Neighbours are `local_size` channels, or `local_size`^2 pixels, and begin `local_size / 2`
    before the element itself. `channels` is the number of channels without padding lanes. Bounds
    are those of the input, whose rows and columns may be dynamic.
    """

    name = "kernel.lrn"
    BOUNDED: ClassVar[bool] = True
    region = prop_def(LRNRegionAttr)
    channels = prop_def(I64)
    local_size = prop_def(I64)
    scale = prop_def(F32)
    beta = prop_def(F32)
    bias = prop_def(F32)

    def inferred_bounds(self, extents: Sequence[Sequence[AffineExpr]]) -> Sequence[AffineExpr]:
        if not isinstance(extents[0][0], AffineConstantExpr):
            raise ValueError("sums a dynamic number of channels")
        return extents[0]

    def verify_(self) -> None:
        super().verify_()
        source = buffer_shape(self.inputs[0])
        if len(source) != 4 or buffer_shape(self.outputs[0]) != source:
            raise VerifyException("input and output must be packed alike: c/p,h,w,p")
        if not (source[0] - 1) * source[3] < self.channels.value.data <= source[0] * source[3]:
            raise VerifyException("the channels must end in the last block")
