"""Tensors with a box of them replaced."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.ir.affine import AffineConstantExpr, AffineExpr
from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64Array, int_list
from .base import KernelOp, buffer_shape


@irdl_op_definition
class InsertBoxOp(KernelOp):
    """
    The first input, with the second in the place of the box that begins at `offsets`. Bounds
    are those of the first input; an axis of the box that ends at run time ends there, too.
    """

    name = "kernel.insert_box"
    BOUNDED: ClassVar[bool] = True
    offsets = prop_def(I64Array)

    def inferred_bounds(self, extents: Sequence[Sequence[AffineExpr]]) -> Sequence[AffineExpr]:
        """An axis of the box known at run time is that of the input."""
        for extent, of_box in zip(*extents, strict=True):
            if not isinstance(of_box, AffineConstantExpr) and of_box != extent:
                raise ValueError("inserts a box with dynamic extents")
        return extents[0]

    def verify_(self) -> None:
        super().verify_()
        x, box = (buffer_shape(value) for value in self.inputs)
        offsets = int_list(self.offsets)
        if buffer_shape(self.outputs[0]) != x:
            raise VerifyException("input and output must have the same shape")
        if not len(x) == len(box) == len(offsets):
            raise VerifyException("input, box and offsets must have the same rank")
        for offset, size, extent in zip(offsets, box, x, strict=True):
            if offset < 0 or offset + size > extent:
                raise VerifyException("the box must lie in the input")
