"""Shape inference: from the shapes of the inputs to those of all blobs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from ...dialects.ncnn.attention import AttentionOp, is_empty
from ...dialects.ncnn.base import (
    NcnnOp,
    RuntimeShapeError,
    Shape,
    ShapeError,
    has_shape,
    shape_of,
    tensor_type,
)
from ..common.errors import OperationError
from ..common.limits import MAX_ELEMENTS


@dataclass(frozen=True)
class InferShapesPass(ModulePass):
    """
    Give every result the shape that its op's rule yields, and the function its final type.

    `%1 = ncnn.relu %0 : (tensor<3x8x8xf32>) -> tensor<*xf32>` ->
    `%1 = ncnn.relu %0 : (tensor<3x8x8xf32>) -> tensor<3x8x8xf32>`

    Behind a function argument of unknown shape, or an op whose shapes are known only when it runs,
    shapes stay unknown.

    Raises: OperationError if operands do not fit an op, or a tensor would be empty or too large.
    """

    name = "infer-shapes"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            if isinstance(function, func.FuncOp) and not function.is_declaration:
                infer_function(ctx, function)


def infer_function(ctx: Context, function: func.FuncOp) -> None:
    """Infer the shapes of one function, in one walk: operands come before their uses."""
    block = function.body.block
    check_arguments(function, block)
    for op in list(block.ops):
        if isinstance(op, NcnnOp) and all(map(has_shape, op.operands)):
            infer_op(op)
    function.update_function_type()


def check_arguments(function: func.FuncOp, block: Block) -> None:
    """Raises: OperationError for an argument that is not a tensor of acceptable size."""
    for index, argument in enumerate(block.args):
        if has_shape(argument) and not is_empty_cache(argument):
            check_size(function, f"argument {index}", shape_of(argument))


def is_empty_cache(value: SSAValue) -> bool:
    """Whether a value has no elements, and is nothing but the cache of the first run."""
    users = [use.operation for use in value.uses]
    return is_empty(value) and all(
        isinstance(user, AttentionOp) and value in user.caches for user in users
    )


def infer_op(op: NcnnOp) -> None:
    """
    Set the result types of one op; results that have a shape must have the inferred one.

    Raises: OperationError with the op's place if there is no such shape.
    """
    try:
        shapes = op.infer_shapes()
    except RuntimeShapeError:
        return
    except ShapeError as e:
        raise OperationError(op, str(e)) from None
    for index, (result, shape) in enumerate(zip(op.results, shapes, strict=True)):
        what = "the output" if len(shapes) == 1 else f"output {index}"
        check_size(op, what, shape)
        if not has_shape(result):
            Rewriter.replace_value_with_new_type(result, tensor_type(shape))
        elif shape_of(result) != shape:
            reason = f"{what} has shape {_extents(shape_of(result))}, not {_extents(shape)}"
            raise OperationError(op, reason)


def check_size(op: Operation, what: str, shape: Shape) -> None:
    """Raises: OperationError for a tensor without elements, or with too many."""
    if min(shape, default=1) < 1:
        raise OperationError(op, f"{what} would be empty: {_extents(shape)}")
    if math.prod(shape) > MAX_ELEMENTS:
        raise OperationError(op, f"{what} of {_extents(shape)} would have more than 2^31 elements")


def _extents(shape: Shape) -> str:
    return "x".join(map(str, cast("tuple[int, ...]", shape)))
