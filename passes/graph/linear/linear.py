"""
Linear layers (convolutions, deconvolutions and inner products), and making another op part of one.

A layer that scales and shifts each output channel commutes with the sum of a linear layer: applied
to the bias, and its scaling alone to the weights, it is part of the layer. As output channels are
the outermost axis of weights and biases too, folding means applying the same `ncnn` op to other
tensors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from xdsl.ir import Attribute, Operation, OpResult, SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.families.linear import LinearOp
from ....dialects.ncnn.internal.weight import WeightOp
from ....dialects.ncnn.layers.binaryop import (
    BinaryOperator,
    BinaryOperatorAttr,
    BinaryOpOp,
    BinaryScalarOp,
)
from ....dialects.ncnn.layers.reshape import FlattenOp
from ....dialects.ncnn.shapes import shape_of, tensor_type
from ...common.constants import uniform_weight
from ...common.locations import fuse_locations
from ...common.rebuild import rebuild
from ...common.remarks import GraphPattern


@dataclass(frozen=True)
class LinearPattern(GraphPattern):
    """A rewrite of a linear layer and the op that reads its result, the consumer."""

    layers: type[LinearOp]
    """The class of the linear layers that a pass is for."""

    def linear_before(self, value: SSAValue) -> LinearOp | None:
        """Return the layer that computes `value`, if it is of the class."""
        op = value.op if isinstance(value, OpResult) else None
        return op if isinstance(op, self.layers) else None

    def declines(self, reason: str | None, linear: LinearOp, consumer: NcnnOp) -> bool:
        """Return whether a reason prevents the rewrite, and remark on it."""
        if reason is not None:
            self.remarks.declined(reason, linear, consumer)
        return reason is not None

    def merge(
        self,
        rewriter: PatternRewriter,
        linear: LinearOp,
        consumer: NcnnOp,
        operands: Mapping[str, SSAValue | None] | None = None,
        properties: Mapping[str, Attribute] | None = None,
    ) -> None:
        """Replace the layer and its one user by the layer with new weights or properties."""
        self.remarks.made(linear, consumer)
        (result_type,) = consumer.result_types
        merged = rebuild(linear, operands=operands, properties=properties, result_type=result_type)
        merged.location = fuse_locations(linear, consumer)
        rewriter.replace(consumer, merged)
        rewriter.erase(linear)


def channels_of(op: LinearOp) -> int:
    """Number of output channels."""
    return shape_of(op.weight)[0]


def insert(rewriter: PatternRewriter, op: NcnnOp | WeightOp, source: NcnnOp) -> SSAValue:
    """Insert a part of a weight expression before the matched op, at the location of its source."""
    op.location = source.location
    rewriter.insert(op)
    return op.results[0]


def apply_to(
    rewriter: PatternRewriter, op: NcnnOp, tensor: SSAValue, **operands: SSAValue | None
) -> SSAValue:
    """Apply the layer `op` to another input, and perhaps to other operands."""
    changed = {"input": tensor, **operands}
    return insert(rewriter, rebuild(op, operands=changed, result_type=tensor.type), op)


def bias_or_zeros(rewriter: PatternRewriter, linear: LinearOp, source: NcnnOp) -> SSAValue:
    """Return the layer's bias, or a new one of zeros."""
    if linear.bias is not None:
        return linear.bias
    key = root_key(linear.weight).removesuffix(".weight") + ".bias"
    return insert(rewriter, zeros(channels_of(linear), key), source)


def root_key(value: SSAValue) -> str:
    """Return the key of the weight at the start of an expression of constants."""
    op = value.owner
    while isinstance(op, Operation) and not isinstance(op, WeightOp):
        op = op.operands[0].owner
    assert isinstance(op, WeightOp)  # it begins with constants
    return op.key.data


def binary(
    rewriter: PatternRewriter,
    source: NcnnOp,
    operator: BinaryOperator,
    lhs: SSAValue,
    rhs: SSAValue,
    result_type: Attribute,
) -> SSAValue:
    """Return a BinaryOp of weights; ncnn broadcasts a vector along their outermost axis."""
    new_op = BinaryOpOp.build(
        operands=[lhs, rhs],
        properties={"operator": BinaryOperatorAttr(operator)},
        result_types=[result_type],
    )
    return insert(rewriter, new_op, source)


def scaled(rewriter: PatternRewriter, source: NcnnOp, tensor: SSAValue, factor: float) -> SSAValue:
    """Return `factor * tensor` as part of a weight expression."""
    return insert(rewriter, BinaryScalarOp.of(BinaryOperator.MUL, tensor, factor), source)


def as_vector(rewriter: PatternRewriter, constant: SSAValue, source: NcnnOp) -> SSAValue:
    shape = shape_of(constant)
    if len(shape) == 1:
        return constant
    flat = FlattenOp.build(operands=[constant], result_types=[tensor_type([prod(shape)])])
    return insert(rewriter, flat, source)


def zeros(count: int, key: str = "zeros") -> WeightOp:
    return uniform_weight(key, (count,), 0.0)
