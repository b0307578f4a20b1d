"""Infer the shapes of one op's results from those of its operands."""

from __future__ import annotations

import math

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from ...dialects.element_types import element_of
from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.errors import ShapeError, UnknownShapeError
from ...dialects.ncnn.shapes import Shape, has_shape, shape_of
from .errors import OperationError
from .limits import MAX_ELEMENTS


def infer_op(op: NcnnOp) -> None:
    """Set or check the result types of one op. Raises: OperationError if its shapes are invalid."""
    try:
        shapes = op.infer_shapes()
    except UnknownShapeError:
        return
    except ShapeError as e:
        raise OperationError(op, str(e)) from None
    for index, (result, shape) in enumerate(zip(op.results, shapes, strict=True)):
        what = "the output" if len(shapes) == 1 else f"output {index}"
        check_size(op, what, shape)
        if not has_shape(result):
            type = TensorType(element_of(result.type), shape)
            Rewriter.replace_value_with_new_type(result, type)
        elif shape_of(result) != shape:
            reason = f"{what} has shape {extents_text(shape_of(result))}, not {extents_text(shape)}"
            raise OperationError(op, reason)


def check_size(op: Operation, what: str, shape: Shape) -> None:
    """Raises: OperationError for a tensor without elements, or with too many."""
    if min(shape, default=1) < 1:
        raise OperationError(op, f"{what} would be empty: {extents_text(shape)}")
    if math.prod(shape) > MAX_ELEMENTS:
        raise OperationError(
            op, f"{what} of {extents_text(shape)} would have more than 2^31 elements"
        )


def extents_text(shape: Shape) -> str:
    """Return a shape as printed in messages: `3x8x8`."""
    return "x".join(map(str, shape))
