"""Make token inputs and other integer inputs int32."""

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
    """Make arguments that hold integers tensors of i32, and convert them behind the entry."""
    sources = integer_sources(function)
    block = function.body.block
    for argument in reversed(block.args):
        is_float = has_shape(argument) and element_of(argument.type) == f32
        if argument in sources and is_float:
            convert_argument(argument)
    function.update_function_type()


def convert_argument(argument: BlockArgument) -> None:
    """Make one argument a tensor of i32, all of whose users read it as float32."""
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
    Inputs of the function that layers read as int32 become tensors of i32, and so does what a
    caller gives; layers read them as float32, which is exact up to 2^24.

        func.func @main(%x: tensor<5xf32>) {
          %y = ncnn.embed %x, %w : ...
        -> func.func @main(%x: tensor<5xi32>) {
             %f = ncnn.convert_integers %x : tensor<5xi32> -> tensor<5xf32>
             %y = ncnn.embed %f, %w : ...

    Between the input and such a layer there may be layers that only move elements.
    """

    name = "convert-integer-inputs"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            if isinstance(function, FuncOp) and not function.is_declaration:
                convert_arguments(function)
