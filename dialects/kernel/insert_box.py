"""Replace a box of a tensor."""

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
    Copy the first input, with the box that begins at `offsets` replaced by the second. Bounds are
    those of the first input; a dynamic axis of the box has the same bound.
    """

    name = "kernel.insert_box"
    BOUNDED: ClassVar[bool] = True
    offsets = prop_def(I64Array)

    def inferred_bounds(self, extents: Sequence[Sequence[AffineExpr]]) -> Sequence[AffineExpr]:
        """Return the first input's bounds: a dynamic axis of the box spans that of the input."""
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
