"""Reshape and Flatten: the cells in order, in other dimensions."""

from __future__ import annotations

from xdsl.interpreter import InterpreterFunctions, register_impls

from ...dialects.ncnn.layers.reshape import FlattenOp, ReshapeOp
from .support import array_function


@register_impls
class ReshapeFunctions(InterpreterFunctions):
    """The same cells in other dimensions."""

    reshape = array_function(ReshapeOp, lambda op, x, *_: x.reshape(op.resolved_shape()))
    flatten = array_function(FlattenOp, lambda _, x: x.reshape(-1))
