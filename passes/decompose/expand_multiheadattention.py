"""Expand MultiHeadAttention with caches or int8 into projections and attention."""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.dialects.builtin import IntegerAttr, UnitAttr, i64
from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.ncnn.builder import LayerBuilder
from ...dialects.ncnn.families.block_quantization import (
    has_block_scales,
    is_int8,
)
from ...dialects.ncnn.layers.binaryop import BinaryOperator
from ...dialects.ncnn.layers.elementwise import float_attribute
from ...dialects.ncnn.layers.multiheadattention import MultiHeadAttentionOp
from ...dialects.ncnn.layers.sdpa import SDPAOp
from ...dialects.ncnn.shapes import has_shape, shape_of
from ...dialects.symbols import extents_of
from ...dialects.weight_store import WeightStore
from ..common.constants import stored_array
from ..common.rewrite import RewritePass
from .building.int8 import (
    block_input,
    block_matrix,
    dequantized,
    int8_matrix,
    largest_magnitude,
    rounded,
    rounded_rows,
)
from .building.replacement_builder import ReplacementBuilder


@dataclass(frozen=True)
class Projections:
    """The four products of a layer; int8 operands are rounded."""

    layers: LayerBuilder
    op: MultiHeadAttentionOp
    weights: WeightStore
    magnitudes: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])

    @property
    def is_dynamic(self) -> bool:
        """Return whether the number of rows is dynamic."""
        return any(extents_of(value) is not None for value in (*self.op.inputs, *self.op.results))

    def project(self, part: str, x: SSAValue, round_axes: list[int]) -> SSAValue:
        """
        Append `x W^T + b`; in int8 layers, x is rounded with a scale for all elements along axes.
        """
        weight, bias = getattr(self.op, f"{part}_weight"), getattr(self.op, f"{part}_bias")
        if not self.op.quantize_term.value.data:
            return self.layers.inner_product(x, weight, bias)
        scales, term = getattr(self.op, f"{part}_scales"), self.op.quantize_term.value.data
        if has_block_scales(term):
            matrix = block_matrix(self.layers, weight, scales, term, shape_of(x)[1])
            assert matrix is not None
            factors = getattr(self.op, f"{part}_input_scales")
            return self.stored_product(block_input(self.layers, x, factors, term), matrix, bias)
        matrix = int8_matrix(self.layers, weight, scales, self.weights)
        if matrix is not None:
            largest = None if round_axes == [1] else self.largest(x)
            return self.stored_product(rounded_rows(self.layers, x, largest), matrix, bias)
        array = dequantized(weight, scales, 0, self.weights)
        assert array is not None
        constant = self.layers.constant(self.weights, f"{part}.dequantized", array)
        return self.layers.inner_product(rounded(self.layers, x, round_axes), constant, bias)

    def largest(self, x: SSAValue) -> SSAValue:
        """Return the largest magnitude of a matrix, computed once for all its products."""
        if x not in self.magnitudes:
            self.magnitudes[x] = largest_magnitude(self.layers, x)
        return self.magnitudes[x]

    def stored_product(self, x: SSAValue, matrix: SSAValue, bias: SSAValue) -> SSAValue:
        """Append `x W^T + b` for a W that kernels read as stored."""
        n, k = shape_of(matrix)
        params = {3: 1, 5: 1, 6: 1, 8: n, 9: k, 10: 4}
        c = self.layers.reshape(bias, (1, n))
        return self.layers.layer("Gemm", [x], params, {"b": matrix, "c": c})

    def heads(self, part: str, x: SSAValue) -> SSAValue:
        """Project, and split the result: `rows,dim` to `heads,rows,size`."""
        projected = self.project(part, x, [0, 1])
        if part == "query":
            scale = self.op.scale.value.data
            projected = self.layers.scalar(BinaryOperator.MUL, projected, scale)
        rows, columns = shape_of(projected)
        heads = self.op.num_heads.value.data
        split = self.layers.reshape(
            projected, (rows, heads, columns // heads), rows=self.is_dynamic
        )
        return self.layers.permute(split, (1, 0, 2))


@dataclass(frozen=True)
class SplitProjections(RewritePattern):
    """Split the projections into separate layers around an SDPA."""

    weights: WeightStore

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: MultiHeadAttentionOp, rewriter: PatternRewriter) -> None:
        if not all(map(has_shape, (*op.operands, *op.results))):
            return
        term = op.quantize_term.value.data
        if not term and op.kv_cache is None:
            return
        if term and stored_array(op.query_weight, self.weights) is None:
            return
        layers = ReplacementBuilder(op, rewriter)
        projections = Projections(layers, op, self.weights)
        query = projections.heads("query", op.query)
        frozen = op.uses_cache_alone
        key, value = op.caches if frozen else self._keys_and_values(projections)
        cached = op.kv_cache is not None and not frozen
        attention = SDPAOp.build(
            operands=[
                *(query, key, value, [], []),
                [] if op.mask is None else [op.mask],
                list(op.caches) if cached else [],
            ],
            properties={
                "scale": float_attribute(1.0),
                "int8_scale_term": IntegerAttr(term if is_int8(term) else 0, i64),
                "causal": op.causal,
                "kv_cache": UnitAttr() if cached else None,
            },
            result_types=[query.type, [v.type for v in op.new_caches] if cached else []],
        )
        attended = layers.insert(attention)
        together = layers.permute(attended, (1, 0, 2))
        shape = (shape_of(op.query)[0], op.embed_dim.value.data)
        rows = layers.reshape(together, shape, rows=projections.is_dynamic)
        out = projections.project("out", rows, [1])
        new = [key, value] if frozen else attention.new_caches
        rewriter.replace(op, [], [out, *(new if op.kv_cache is not None else ())])

    def _keys_and_values(self, projections: Projections) -> tuple[SSAValue, SSAValue]:
        op = projections.op
        return projections.heads("key", op.key), projections.heads("value", op.value)


class ExpandMultiheadattentionPass(RewritePass):
    """
    Split the projections of a MultiHeadAttention with caches or int8 weights into separate layers.
    Others are kept; their kernels read and write heads in place.

        %y, %k, %v = ncnn.multiheadattention %x caches %pk, %pv ... num_heads 2 kv_cache
        ->
        %p = ncnn.innerproduct %x, %wq bias %bq
        %s = ncnn.binaryop_scalar mul %p, 0.5
        %q = ncnn.permute (ncnn.reshape %s)         // 2,rows,dim; the same for keys and values
        %a, %k, %v = ncnn.sdpa %q, %i, %j caches %pk, %pv scale 1.0 kv_cache
        %y = ncnn.innerproduct (ncnn.reshape (ncnn.permute %a)), %wo bias %bo

    Int8 weights are multiplied by inputs rounded to int8, with one scale for the whole matrix, or
    for each row in the last product. With scales of blocks, the attention itself is computed
    without int8. Source: ncnn, multiheadattention.cpp, `forward_int8`.
    """

    name = "expand-multiheadattention"
    PATTERNS = (SplitProjections,)
