"""Keep one of several layers with equal inputs and parameters."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from math import prod

from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.internal.weight import is_weight
from ...dialects.ncnn.raw_layer import RawLayerOp
from ...dialects.ncnn.shapes import shape_of
from ...dialects.weight_store import WeightStore
from ..common.constants import constant_array
from ..common.remarks import GraphPattern
from ..common.rewrite import RewritePass

MOST_ELEMENTS = 1 << 16
"""Larger constants are not compared by value."""


@dataclass(frozen=True)
class ShareFirstOfEquals(GraphPattern):
    """Replace the results of a layer by those of an equal one before it."""

    weights: WeightStore
    known: dict[Hashable, Operation] = field(default_factory=dict)

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter):
        key = self.key_of(op)
        if key is None:
            return
        first = self.known.setdefault((op.parent_block(), key), op)
        if first is not op:
            self.remarks.made(first, op)
            rewriter.replace(op, [], first.results)

    def key_of(self, op: Operation) -> Hashable:
        """Return a key that only equal layers share; None for an op that must stay."""
        if (
            not isinstance(op, NcnnOp)
            or isinstance(op, RawLayerOp)
            or not op.operands
            or op.regions
        ):
            return None
        operands = tuple(map(self.key_of_operand, op.operands))
        given = (frozenset(op.properties.items()), frozenset(op.attributes.items()))
        return (op.name, operands, *given, tuple(result.type for result in op.results))

    def key_of_operand(self, value: SSAValue) -> Hashable:
        """Return a value itself, or the contents of a (small) constant."""
        if not is_weight(value) or prod(shape_of(value)) > MOST_ELEMENTS:
            return value
        array = constant_array(value, self.weights)
        return value if array is None else (value.type, array.tobytes())


class EliminateDuplicatePass(RewritePass):
    """
    Keep the first of several layers of the same type with the same parameters and inputs.

        %a = ncnn.relu %x
        %b = ncnn.relu %x
        %y = ncnn.binaryop add %a, %b   ->   %y = ncnn.binaryop add %a, %a

    Constants are equal if their values are. They are not merged themselves: each may still be fused
    into another layer.
    """

    name = "eliminate-duplicate"
    PATTERNS = (ShareFirstOfEquals,)
