"""Correlation of two images at small displacements; no layer of ncnn."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def, result_def

from ..base import NcnnOp
from ..errors import ShapeError
from ..shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class CorrelationOp(NcnnOp):
    """
    `ncnn.correlation %a, %b`: average the products of the channels of two images.

    The second image has a border of `d` cells on each side. Channel `i * (2d + 1) + j` of the
    output is `mean(a[:, y, x] * b[:, y + i, x + j])`.

    Shapes: a `c,h,w` and b `c,h+2d,w+2d` to `(2d+1)^2,h,w`.
    """

    name = "ncnn.correlation"
    input = operand_def(AnyTensor)
    other = operand_def(AnyTensor)
    output = result_def(AnyTensor)

    assembly_format = "$input `,` $other attr-dict `:` functional-type(operands, results)"
    RANK: ClassVar = "input"

    def infer_shapes(self) -> list[Shape]:
        return [correlation_shape(shape_of(self.input), shape_of(self.other))]

    def multiply_adds(self) -> int:
        count, height, width = self.infer_shapes()[0]
        return shape_of(self.input)[0] * count * height * width

    def moves_elements(self) -> bool:
        return False


def correlation_shape(a: Shape, b: Shape) -> Shape:
    """Shapes: a `c,h,w` and b `c,h+2d,w+2d` to `(2d+1)^2,h,w`. Raises: ShapeError for others."""
    if len(a) != 3 or len(b) != 3:
        raise ShapeError(f"images must have 3 dimensions, not {len(a)} and {len(b)}")
    extra = b[1] - a[1]
    if b != (a[0], a[1] + extra, a[2] + extra) or extra < 0 or extra % 2:
        raise ShapeError(f"image {list(b)} is not {list(a)} with the same border on each side")
    return ((extra + 1) ** 2, *a[1:])
