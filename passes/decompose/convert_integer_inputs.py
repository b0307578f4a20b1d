"""Convert token inputs and other integer inputs to int32."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType, f32, i32
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...dialects.element_types import element_of
from ...dialects.ncnn.internal.convert_integers import ConvertIntegersOp
from ...dialects.ncnn.rules.integer_operands import integer_sources
from ...dialects.ncnn.shapes import has_shape, shape_of


def convert_arguments(function: FuncOp) -> None:
    """
    Convert arguments that hold integers to tensors of i32, followed by conversions to float32.
    """
    sources = integer_sources(function)
    block = function.body.block
    for argument in reversed(block.args):
        is_float = has_shape(argument) and element_of(argument.type) == f32
        if argument in sources and is_float:
            convert_argument(argument)
    function.update_function_type()


def convert_argument(argument: BlockArgument) -> None:
    """Convert one argument to a tensor of i32; its users read it as float32."""
    block, type = argument.block, TensorType(i32, shape_of(argument))
    integers = Rewriter.replace_value_with_new_type(argument, type)
    convert = ConvertIntegersOp.of(integers)
    assert isinstance(integers, BlockArgument)  # as before
    convert.location = integers.location
    integers.replace_uses_with_if(convert.output, lambda use: use.operation is not convert)
    first = block.first_op
    assert first is not None
    block.insert_op_before(convert, first)


class ConvertIntegerInputsPass(ModulePass):
    """
    Convert inputs that layers read as int32 to tensors of i32, so that callers provide int32.
    Layers read them as float32, which is exact up to 2^24.

        func.func @main(%x: tensor<5xf32>) {
          %y = ncnn.embed %x, %w : ...
        -> func.func @main(%x: tensor<5xi32>) {
             %f = ncnn.convert_integers %x : tensor<5xi32> -> tensor<5xf32>
             %y = ncnn.embed %f, %w : ...

    Layers that only move elements may be between the input and such a layer.
    """

    name = "convert-integer-inputs"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            if isinstance(function, FuncOp) and not function.is_declaration:
                convert_arguments(function)
