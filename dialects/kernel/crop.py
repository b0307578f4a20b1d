"""Boxes cut out of tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.ir.affine import AffineConstantExpr, AffineExpr
from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64Array, int_list
from .base import KernelOp, buffer_shape


@irdl_op_definition
class CropKernelOp(KernelOp):
    """Copy the box of the input that begins at `offsets`, with the output's extents or bounds."""

    name = "kernel.crop"
    BOUNDED: ClassVar[bool] = True
    offsets = prop_def(I64Array)

    def inferred_bounds(self, extents: Sequence[Sequence[AffineExpr]]) -> Sequence[AffineExpr]:
        """Return the output's bounds: an axis with an extent known at run time is not cropped."""
        bounds: list[AffineExpr] = []
        sizes = zip(buffer_shape(self.inputs[0]), self.iteration_space(), strict=True)
        for extent, (planned, size) in zip(extents[0], sizes, strict=True):
            if isinstance(extent, AffineConstantExpr):
                bounds.append(AffineExpr.constant(size))
            elif planned == size:
                bounds.append(extent)
            else:
                raise ValueError("cuts an axis of dynamic extent")
        return bounds

    def verify_(self) -> None:
        super().verify_()
        source, out = buffer_shape(self.inputs[0]), buffer_shape(self.outputs[0])
        offsets = int_list(self.offsets)
        if not len(source) == len(out) == len(offsets):
            raise VerifyException("input, output and offsets must have the same rank")
        for offset, size, extent in zip(offsets, out, source, strict=True):
            if offset < 0 or offset + size > extent:
                raise VerifyException("the box must lie in the input")
