"""Infer the shapes of all blobs from those of the inputs."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...dialects.context import ncnnc_context
from ...dialects.main_function import input_names
from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.families.attention import EMPTY_CACHE, AttentionOp, is_empty
from ...dialects.ncnn.layers.crop import CropOp
from ...dialects.ncnn.layers.split import SplitOp, readers_of, source_of
from ...dialects.ncnn.shapes import has_shape, shape_of
from ...dialects.symbols import symbols_of
from ..common.errors import OperationError
from ..common.extents.table_extents import lengthen_table
from ..common.shapes import check_size, infer_op
from .rewriting.state_shapes import give_states_shapes


class InferShapesPass(ModulePass):
    """
    Set the shape of each result by its op's rule, and the type of the function.

    `%1 = ncnn.relu %0 : (tensor<3x8x8xf32>) -> tensor<*xf32>` ->
    `%1 = ncnn.relu %0 : (tensor<3x8x8xf32>) -> tensor<3x8x8xf32>`

    Empty caches that are states get the heads and columns of the attention that reads them. Tables
    that are cropped to a length known at run time get the planned number of rows. Shapes remain
    unknown after a function argument of unknown shape, an op with shapes known only at run time, or
    an op that makes several blobs a batch.

    Raises: OperationError if operands do not fit an op, or a tensor would be empty or too large.
    """

    name = "infer-shapes"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            if isinstance(function, func.FuncOp) and not function.is_declaration:
                infer_function(ctx, function)


def infer_function(ctx: Context, function: func.FuncOp) -> None:
    """Infer the shapes of one function, in one walk: operands come before their uses."""
    block, symbols = function.body.block, symbols_of(function)
    check_arguments(function, block)
    for op in list(block.ops):
        if isinstance(op, NcnnOp) and all(map(has_shape, op.operands)):
            if isinstance(op, AttentionOp) and op.caches:
                give_states_shapes(function, op)
            if symbols and isinstance(op, CropOp):
                lengthen_table(op, symbols, ncnnc_context(ctx).weights)
            if isinstance(op, SplitOp) and is_empty_cache(op.input):
                for result in op.results:
                    Rewriter.replace_value_with_new_type(result, op.input.type)
                continue
            infer_op(op)
    function.update_function_type()


def check_arguments(function: func.FuncOp, block: Block) -> None:
    """Raises: OperationError for an argument that is not a tensor of acceptable size."""
    for index, argument in enumerate(block.args):
        if not has_shape(argument):
            continue
        other = other_reader(argument)
        if shape_of(argument) == EMPTY_CACHE and other is not None:
            name = input_names(function)[index]
            raise OperationError(
                other,
                f"reads '{name}', a cache of attention that has no shape; "
                f"hint: --input {name}=HEADS,ROWS,COLUMNS, without --state",
            )
        if not is_empty_cache(argument):
            check_size(function, f"argument {index}", shape_of(argument))


def is_empty_cache(value: SSAValue) -> bool:
    """Return whether a value is the empty cache of the first run, without other users."""
    return is_empty(value) and other_reader(value) is None


def other_reader(value: SSAValue) -> Operation | None:
    """Return an op that reads a value, but not as the cache of attention."""
    return next((op for op in readers_of(value) if not reads_as_cache(op, value)), None)


def reads_as_cache(op: Operation, value: SSAValue) -> bool:
    return isinstance(op, AttentionOp) and source_of(value) in map(source_of, op.caches)
