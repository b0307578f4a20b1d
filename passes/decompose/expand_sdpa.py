"""Expand SDPA with caches or int8 into plain attention or matrix products."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.ncnn.builder import LayerBuilder
from ...dialects.ncnn.families.attention import causal_mask
from ...dialects.ncnn.layers.binaryop import BinaryOperator
from ...dialects.ncnn.layers.sdpa import SDPAOp
from ...dialects.ncnn.shapes import has_shape, shape_of
from ...dialects.symbols import extents_of, symbols_of
from ...dialects.weight_store import WeightStore
from ..common.errors import OperationError
from ..common.rewrite import RewritePass
from .building.int8 import rounded
from .building.replacement_builder import ReplacementBuilder


def attend_in_int8(
    layers: LayerBuilder, op: SDPAOp, key: SSAValue, value: SSAValue, mask: SSAValue | None
) -> SSAValue:
    """Multiply fake-quantized operands: queries, weights by row, keys, values by head."""
    heads, queries, size = shape_of(op.query)
    groups, keys, _ = shape_of(key)
    query, key, value = (
        rounded(layers, x, axes) for x, axes in ((op.query, [2]), (key, [1, 2]), (value, [1, 2]))
    )
    if any(extents_of(v) is not None for v in (*op.operands, op.output)):
        # Rows of heads whose number is known at run time do not lie together.
        key, value = (repeated_heads(layers, x, heads // groups) for x in (key, value))
        groups = heads
    together = (groups, heads // groups * queries)
    scores = layers.matmul(layers.reshape(query, (*together, size)), key, transpose_b=True)
    scores = layers.scalar(BinaryOperator.MUL, scores, op.resolved_scale())
    by_head = layers.reshape(scores, (heads, queries, keys))
    if mask is not None:
        if len(shape_of(mask)) == 2:
            mask = layers.layer("ExpandDims", [mask], {3: [0]})
        by_head = layers.binary(BinaryOperator.ADD, by_head, mask)
    weights = rounded(layers, layers.softmax(by_head, 2), [2])
    means = layers.matmul(layers.reshape(weights, (*together, keys)), value)
    return layers.reshape(means, shape_of(op.output))


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
        function = op.parent_op()
        if isinstance(function, FuncOp) and symbols_of(function):
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
