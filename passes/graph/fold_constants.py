"""Evaluate ops on constants once, while compiling."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, TensorType, f32, i8
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern
from xdsl.utils.exceptions import InterpretationError

from ...dialects.context import Evaluate, NcnncContext
from ...dialects.element_types import dtype_of, element_of
from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.raw_layer import RawLayerOp
from ...dialects.ncnn.shapes import shape_of
from ...dialects.weight_store import WeightStore, WidenedHalves
from ..common.constants import constant_array, dense_weight, stored_array
from ..common.rewrite import RewritePass


@dataclass(frozen=True)
class EvaluateOpOfWeights(RewritePattern):
    """Replace an op whose operands are all weights by weights that hold its results."""

    evaluate: Evaluate
    weights: WeightStore
    growth_limit: int
    made: set[str] = field(default_factory=set)
    """Keys of the arrays that this pattern has added to the store."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter):
        if not isinstance(op, NcnnOp) or isinstance(op, RawLayerOp) or not op.operands:
            return
        if not all(_is_plain(op, value) for value in op.results) or not _has_uses(op):
            return
        arrays: list[np.ndarray] = []
        for operand in op.operands:
            array = self._array_of(op, operand)
            if array is None:
                return
            arrays.append(array)
        if self._grows(op):
            return
        try:
            results = self.evaluate(op, arrays)
        except InterpretationError:
            return
        new_ops = [self._weight_of(op, array) for array in results]
        operands = list(dict.fromkeys(op.operands))
        rewriter.replace(op, new_ops, [new_op.output for new_op in new_ops])
        for operand in operands:
            self._erase_if_unread(operand, rewriter)

    def _array_of(self, op: NcnnOp, operand: SSAValue) -> np.ndarray | None:
        """Return the array of an operand; also of int8 if the op moves elements."""
        if _is_moved_int8(op, operand):
            return stored_array(operand, self.weights)
        return constant_array(operand, self.weights)

    def _grows(self, op: NcnnOp) -> bool:
        """Return whether the results would enlarge the model without being weights of a layer."""
        before = sum(prod(shape_of(value)) for value in op.operands)
        after = sum(prod(shape_of(value)) for value in op.results)
        return after > max(before, self.growth_limit) and not any(map(_feeds_weight, op.results))

    def _weight_of(self, op: NcnnOp, array: np.ndarray) -> WeightOp:
        """Return a weight named as the first operand, in the store, or dense if that is empty."""
        first = op.operands[0].owner
        assert isinstance(first, WeightOp)  # all operands are
        key = self.weights.requested_key(first.key.data)
        element = element_of(op.results[0].type)
        array = np.ascontiguousarray(array, dtype_of(element))
        if element == i8 or len(self.weights):
            halves = WidenedHalves.of(array) if self._has_halves(op) else None
            unique = self.weights.add(key, array if halves is None else halves)
            self.made.add(unique)
            new_op = WeightOp.of_shape(unique, array.shape, element)
        else:
            new_op = dense_weight(key, array)
        new_op.memory_data = first.memory_data
        new_op.location = op.location
        return new_op

    def _has_halves(self, op: NcnnOp) -> bool:
        """Return whether an operand is a float16 weight: moving its elements gives another."""
        owners = [value.owner for value in op.operands]
        keys = [owner.key.data for owner in owners if isinstance(owner, WeightOp)]
        return any(map(self.weights.has_halves, keys))

    def _erase_if_unread(self, operand: SSAValue, rewriter: PatternRewriter) -> None:
        """Erase an operand that nothing else reads; its array goes too if this pattern made it."""
        weight = operand.owner
        if operand.first_use is not None or not isinstance(weight, WeightOp):
            return
        if weight.value is None and weight.key.data in self.made:
            self.weights.discard(weight.key.data)
        elif weight.value is None:
            self.weights.release(weight.key.data)
        rewriter.erase(weight)


def _is_plain(op: NcnnOp, value: SSAValue) -> bool:
    """Return whether a result has a known shape in the plain layout, in float32 or moved int8."""
    if not isinstance(value.type, TensorType):
        return False
    element = i8 if _is_moved_int8(op, value) else f32
    return value.type == TensorType(element, value.type.get_shape())


def _is_moved_int8(op: NcnnOp, value: SSAValue) -> bool:
    return op.moves_elements() and element_of(value.type) == i8


def _has_uses(op: Operation) -> bool:
    return any(result.first_use is not None for result in op.results)


def _feeds_weight(value: SSAValue) -> bool:
    """Return whether a layer takes the value as one of its weights."""
    for use in value.uses:
        user = use.operation
        if isinstance(user, NcnnOp) and user.LAYER is not None:
            if any(getattr(user, weight.name, None) is value for weight in user.LAYER.weights):
                return True
    return False


@dataclass(frozen=True)
class FoldConstantsPass(RewritePass):
    """
    Evaluate ops all of whose operands are weights, with the reference meaning of each op.

        %v = ncnn.binaryop mul %w, %s   ->   %v = ncnn.weight <"c.weight#2"> : tensor<4x3x3x3xf32>

    Operands that nothing reads any more go. Arrays are put into the weight store of the context;
    without any in it (tests of single passes) they stay dense in the IR. Results larger than their
    operands and than `growth_limit` elements are computed only for the weights of a layer: a tiled
    or resized constant must not swell the model.
    """

    name = "fold-constants"

    growth_limit: int = 65536

    def patterns(self, ctx: Context, module: ModuleOp) -> list[RewritePattern]:
        if not isinstance(ctx, NcnncContext) or ctx.evaluate is None:
            return []
        return [EvaluateOpOfWeights(ctx.evaluate, ctx.weights, self.growth_limit)]
