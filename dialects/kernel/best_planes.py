"""The plane with the largest element at each place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.ir.affine import AffineExpr
from xdsl.irdl import irdl_op_definition
from xdsl.utils.exceptions import VerifyException

from .base import Float32KernelOp, buffer_shape


@irdl_op_definition
class BestPlanesOp(Float32KernelOp):
    """
    `c,h,w` to `h,w`: the number of the plane with the largest element, and in a second output the
    element.

    Of equal elements the first counts; NaN is ignored, and without any number plane 0 has
    -infinity. Bounds limit all axes.
    """

    name = "kernel.best_planes"
    BOUNDED: ClassVar[bool] = True

    def iteration_space(self) -> tuple[int, ...]:
        """Return the extents of the input."""
        return buffer_shape(self.inputs[0])

    def result_extents(self, bounds: Sequence[AffineExpr]) -> Sequence[Sequence[AffineExpr]]:
        """Return those of a plane."""
        return [bounds[1:]] * len(self.outputs)

    def flops(self) -> int:
        """Count a comparison for each element."""
        planes, rows, columns = buffer_shape(self.inputs[0])
        return planes * rows * columns

    def verify_(self) -> None:
        super().verify_()
        x = buffer_shape(self.inputs[0])
        if len(x) != 3 or not 1 <= len(self.outputs) <= 2:
            raise VerifyException("takes planes c,h,w, and gives numbers and elements")
        if any(buffer_shape(v) != x[1:] for v in self.outputs):
            raise VerifyException("outputs must have the extents of a plane")
