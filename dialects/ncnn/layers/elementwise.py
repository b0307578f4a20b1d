"""Common parts of element-wise layers."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import FloatAttr, f32
from xdsl.irdl import operand_def, result_def

from ..base import TAKES_BF16, NcnnOp
from ..layer import LayerFamily
from ..rules.broadcast import Axes, broadcast_axes, broadcast_shapes
from ..rules.implied_shapes import ImpliedShapes
from ..shapes import AnyTensor, Shape, shape_of


def float_attribute(value: float) -> FloatAttr:
    """Return a float parameter's property."""
    return FloatAttr(value, f32)


class ElementwiseOp(NcnnOp):
    """An op with results that depend on one element of each operand, by `operand_axes`."""

    FAMILY: ClassVar = LayerFamily.ARITHMETIC
    NARROW_ELEMENTS: ClassVar = TAKES_BF16

    def operand_axes(self) -> list[Axes]:
        """For each operand: the output axis that each of its axes follows, None for index 0."""
        shapes = [shape_of(operand) for operand in self.operands]
        return [broadcast_axes(shape, *shapes) for shape in shapes]

    def infer_shapes(self) -> list[Shape]:
        return [broadcast_shapes(*(shape_of(operand) for operand in self.operands))]

    def supports_packing(self) -> bool:
        """Return whether no operand is a matrix or broadcasts along the packed axis."""
        ranks = {len(shape_of(operand)) for operand in self.operands}
        return 2 not in ranks and all(axes[0] == 0 for axes in self.operand_axes())


class UnaryElementwiseOp(ElementwiseOp):
    """An element-wise op of one input."""

    input = operand_def(AnyTensor)
    output = result_def(AnyTensor)
    assembly_format = "$input attr-dict `:` functional-type(operands, results)"
    RANK: ClassVar = "input"

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        shapes.say_same((self.operands[0], *self.results))
