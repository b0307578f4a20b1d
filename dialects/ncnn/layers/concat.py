"""Concat: tensors side by side along one axis."""

from __future__ import annotations

from functools import reduce
from typing import ClassVar

from xdsl.ir import OpResult
from xdsl.irdl import irdl_op_definition, result_def, var_operand_def

from ..base import TAKES_BF16, NcnnOp
from ..errors import ShapeError
from ..layer import LayerSpec
from ..parameters import int_parameter
from ..rules.axes import resolve_axis
from ..rules.implied_shapes import ImpliedShapes
from ..rules.value_range import Range, RangeOf
from ..shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class ConcatOp(NcnnOp):
    """
    `ncnn.concat %a, %b axis 1`: concatenate the inputs along `axis`, counted from the outermost.

    A negative axis counts from the innermost. Source: ncnn, concat.cpp.
    """

    name = "ncnn.concat"

    inputs = var_operand_def(AnyTensor)
    axis = int_parameter(0)
    output = result_def(AnyTensor)

    assembly_format = "$inputs (`axis` $axis^)? attr-dict `:` functional-type(operands, results)"

    NARROW_ELEMENTS: ClassVar = TAKES_BF16
    LAYER: ClassVar = LayerSpec("Concat")

    def resolved_axis(self) -> int:
        """Return the axis, counted from the outermost."""
        if not self.inputs:
            raise ShapeError("needs at least one input")
        return resolve_axis(self.axis.value.data, len(shape_of(self.inputs[0])))

    def infer_shapes(self) -> list[Shape]:
        axis = self.resolved_axis()
        first, *others = (shape_of(v) for v in self.inputs)
        for other in others:
            if len(other) != len(first) or any(
                a != b for i, (a, b) in enumerate(zip(first, other, strict=True)) if i != axis
            ):
                raise ShapeError(
                    f"inputs of shape {list(first)} and {list(other)} differ outside of axis"
                    f" {axis}: ncnn leaves elements unwritten"
                )
        total = sum(shape[axis] for shape in (first, *others))
        return [(*first[:axis], total, *first[axis + 1 :])]

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        shapes.say_parts(self.inputs, self.output, self.axis.value.data)

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return reduce(Range.__or__, map(range_of, self.inputs))

    def supports_packing(self) -> bool:
        return len(shape_of(self.inputs[0])) >= 3
