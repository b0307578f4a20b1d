"""Expand SDPA with caches or int8 into plain attention or matrix products."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import frexp

from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.ncnn.builder import LayerBuilder
from ...dialects.ncnn.families.attention import causal_mask
from ...dialects.ncnn.layers.binaryop import BinaryOperator
from ...dialects.ncnn.layers.sdpa import SDPAOp
from ...dialects.ncnn.shapes import has_shape, shape_of
from ...dialects.weight_store import WeightStore
from ..common.errors import OperationError
from ..common.rewrite import RewritePass
from .building.int8 import (
    can_multiply_integers,
    has_dynamic_extents,
    rounded,
    rounded_matrices,
    rounded_rows,
)
from .building.replacement_builder import ReplacementBuilder


def attend_in_int8(
    layers: LayerBuilder, op: SDPAOp, key: SSAValue, value: SSAValue, mask: SSAValue | None
) -> SSAValue:
    """Multiply rounded operands: queries and weights by row, keys and values by head."""
    heads, queries, size = shape_of(op.query)
    groups, keys, _ = shape_of(key)
    if can_multiply_integers(op, max(size, keys)):
        by_row, by_matrix = rounded_rows, rounded_matrices
    else:
        by_row = partial(rounded, axes=[2])
        by_matrix = partial(rounded, axes=[1, 2])
    key, value = by_matrix(layers, key), by_matrix(layers, value)
    if has_dynamic_extents(op):
        # Rows of heads whose number is known at run time do not lie together.
        key, value = (repeated_heads(layers, x, heads // groups) for x in (key, value))
        groups = heads
    together = (groups, heads // groups * queries)
    query, scale = layers.reshape(op.query, (*together, size)), op.resolved_scale()
    is_first = frexp(scale)[0] == 0.5  # a power of two changes neither integers nor roundings
    query = times(layers, query, scale if is_first else 1.0)
    scores = layers.matmul(by_row(layers, query), key, transpose_b=True)
    scores = times(layers, scores, 1.0 if is_first else scale)
    by_head = layers.reshape(scores, (heads, queries, keys))
    if mask is not None:
        if len(shape_of(mask)) == 2:
            mask = layers.layer("ExpandDims", [mask], {3: [0]})
        by_head = layers.binary(BinaryOperator.ADD, by_head, mask)
    weights = layers.reshape(layers.softmax(by_head, 2), (*together, keys))
    means = layers.matmul(by_row(layers, weights), value)
    return layers.reshape(means, shape_of(op.output))


def times(layers: LayerBuilder, x: SSAValue, factor: float) -> SSAValue:
    """Return x times a factor."""
    return x if factor == 1 else layers.scalar(BinaryOperator.MUL, x, factor)


def repeated_heads(layers: LayerBuilder, x: SSAValue, count: int) -> SSAValue:
    """Return each head `count` times."""
    heads = [layers.slice(x, 0, n, n + 1) for n in range(shape_of(x)[0])]
    return x if count == 1 else layers.concat([head for head in heads for _ in range(count)], 0)


def attend(
    layers: LayerBuilder, op: SDPAOp, key: SSAValue, value: SSAValue, mask: SSAValue | None
) -> SSAValue:
    """Append the same layer with these keys and values, and without caches."""
    properties = {"scale": op.scale, "causal": op.causal, "int8_scale_term": op.int8_scale_term}
    return layers.insert(
        SDPAOp.build(
            operands=[op.query, key, value, [], [], [] if mask is None else [mask], []],
            properties=properties,
            result_types=[op.output.type, []],
        )
    )


@dataclass(frozen=True)
class JoinCachesAndRound(RewritePattern):
    """Append keys and values to caches; round the operands of int8 products."""

    weights: WeightStore

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: SDPAOp, rewriter: PatternRewriter) -> None:
        in_int8 = op.int8_scale_term.value.data != 0
        if not all(map(has_shape, (*op.operands, *op.results))):
            return
        if not in_int8 and op.kv_cache is None:
            return
        layers = ReplacementBuilder(op, rewriter)
        key, value = op.key, op.value
        if op.past:
            key, value = (
                layers.concat([past, new], 1)
                for past, new in zip(op.caches, (key, value), strict=True)
            )
        mask = op.mask
        if in_int8 and op.causal is not None:
            mask = self._spelled_out(layers, op, shape_of(key)[1])
        result = (attend_in_int8 if in_int8 else attend)(layers, op, key, value, mask)
        rewriter.replace(op, [], [result, *([key, value] if op.kv_cache is not None else [])])

    def _spelled_out(self, layers: LayerBuilder, op: SDPAOp, keys: int) -> SSAValue:
        """
        Return the mask of causal attention. Raises: OperationError if its extents are dynamic.
        """
        if has_dynamic_extents(op):
            raise OperationError(op, "causal attention in int8 takes no extents known at run time")
        return layers.constant(self.weights, "mask", causal_mask(shape_of(op.query)[1], keys))


class ExpandSdpaPass(RewritePass):
    """
    Expand attention with caches to attention over all keys and values, and int8 attention to
    products after fake quantization.

        %y, %nk, %nv = ncnn.sdpa %q, %k, %v caches %pk, %pv kv_cache
        ->
        %nk = ncnn.concat %pk, %k axis 1
        %nv = ncnn.concat %pv, %v axis 1
        %y = ncnn.sdpa %q, %nk, %nv

        %y = ncnn.sdpa %q, %k, %v scale 0.5 int8_scale_term 2
        ->
        %s = ncnn.binaryop_scalar mul (ncnn.matmul %rq, %rk transpose_b), 0.5   // q, k rounded
        %y = ncnn.matmul %rs, %rv                                     // softmax of %s, v rounded

    Causal attention is kept; in int8 its mask becomes a constant. In int8, heads of rows whose
    number is known at run time are multiplied one by one, by keys and values repeated for each.

    Source: ncnn, sdpa.cpp, `forward_int8`.
    """

    name = "expand-sdpa"
    PATTERNS = (JoinCachesAndRound,)
