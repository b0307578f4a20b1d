"""Activations: element-wise ops of one input whose output has the input's shape."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import FloatAttr, f32
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def

from .base import F32, AnyTensor, NcnnOp, Shape, shape_of
from .layer import LayerSpec, Param

class UnaryElementwiseOp(NcnnOp):
    """An element-wise op of one input; works on any layout."""

    input = operand_def(AnyTensor)
    output = result_def(AnyTensor)

    def infer_shapes(self) -> list[Shape]:
        return [shape_of(self.input)]

    def supports_packing(self) -> bool:
        return True


@irdl_op_definition
class ReLUOp(UnaryElementwiseOp):
    """`max(x, 0)`, or `slope * x` below zero."""

    name = "ncnn.relu"
    slope = prop_def(F32, default_value=FloatAttr(0.0, f32))
    assembly_format = (
        "$input (`slope` $slope^)? attr-dict `:` functional-type(operands, results)"
    )
    LAYER: ClassVar = LayerSpec("ReLU", (Param(0, "slope", "float", 0.0),))
