"""Expand products of matrices with fake quantization into products of rounded operands."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from xdsl.dialects.builtin import IntegerAttr, UnitAttr, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.ncnn.builder import LayerBuilder
from ...dialects.ncnn.families.block_quantization import is_int8
from ...dialects.ncnn.internal.weight import is_weight
from ...dialects.ncnn.layers.gemm import GemmOp
from ...dialects.ncnn.shapes import has_shape, shape_of
from ...dialects.weight_store import WeightStore
from ..common.rebuild import rebuild
from ..common.rewrite import RewritePass
from .building.int8 import (
    block_input,
    block_matrix,
    can_multiply_integers,
    dequantized,
    int8_matrix,
    largest_magnitude,
    rounded,
    rounded_matrices,
    rounded_rows,
)
from .building.replacement_builder import ReplacementBuilder


@dataclass(frozen=True)
class MultiplyIntegersOfGemm(RewritePattern):
    """Keep a B that is stored in int8, and round the rows of A for a product of integers."""

    weights: WeightStore

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: GemmOp, rewriter: PatternRewriter) -> None:
        if not is_int8(op.quantize_term.value.data) or not all(map(has_shape, (op.a, op.b))):
            return
        if op.b_scale is None or len(shape_of(op.b)) != 2 or is_weight(op.a):
            return
        layers = ReplacementBuilder(op, rewriter)
        in_columns = op.transpose_b is None
        matrix = int8_matrix(layers, op.b, op.b_scale, self.weights, in_columns=in_columns)
        if matrix is None:
            return
        left = rounded_rows(layers, rows_of_a(layers, op))
        operands = {"a": left, "b": matrix, "a_scales": None, "b_scale": None}
        properties = {"quantize_term": IntegerAttr(0, i64), "transpose_b": UnitAttr()}
        product = rebuild(op, operands=operands, properties=properties)
        product.transpose_a = None
        rewriter.replace(op, product)


@dataclass(frozen=True)
class MultiplyIntegersOfStoredA(RewritePattern):
    """Make an A that is stored in int8 the second operand of the transposed product."""

    weights: WeightStore

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: GemmOp, rewriter: PatternRewriter) -> None:
        if not is_int8(op.quantize_term.value.data) or not all(map(has_shape, (op.a, op.b))):
            return
        if op.a_scales is None or len(shape_of(op.a)) != 2 or is_weight(op.b):
            return
        # What is added, and an axis between rows and columns, are those of the product itself.
        if op.c is not None or op.output_n1m is not None:
            return
        layers = ReplacementBuilder(op, rewriter)
        in_columns = op.transpose_a is not None
        matrix = int8_matrix(layers, op.a, op.a_scales, self.weights, in_columns=in_columns)
        if matrix is None:
            return
        columns = rounded_rows(layers, columns_of_b(layers, op), largest_magnitude(layers, op.b))
        m, _, _ = op.product_shape()
        numbers = {"quantize_term": 0, "m": 0, "n": m}
        properties: dict[str, Attribute] = {
            **{name: IntegerAttr(number, i64) for name, number in numbers.items()},
            **{name: UnitAttr() for name in ("transpose_b", "constant_b")},
        }
        operands = {"a": columns, "b": matrix, "a_scales": None, "b_scale": None}
        product = rebuild(op, operands=operands, properties=properties)
        product.transpose_a = product.constant_a = None
        product.output_transpose = None if op.output_transpose else UnitAttr()
        rewriter.replace(op, product)


@dataclass(frozen=True)
class RoundOperandsOfGemm(RewritePattern):
    """
    Round the operands of a Gemm; stored operands are already rounded. Kernels multiply the integers
    of computed ones, otherwise floats.
    """

    weights: WeightStore

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: GemmOp, rewriter: PatternRewriter) -> None:
        if not is_int8(op.quantize_term.value.data) or not all(map(has_shape, (op.a, op.b))):
            return
        row_axis = 0 if op.transpose_a is None else max(len(shape_of(op.a)), 2) - 1
        stored = [
            (x, axis, None if scales is None else dequantized(x, scales, axis or 0, self.weights))
            for x, axis, scales in ((op.a, row_axis, op.a_scales), (op.b, None, op.b_scale))
        ]
        scales = [v for v in (op.a_scales, op.b_scale) if v is not None]
        if len(scales) > sum(array is not None for _, _, array in stored):
            return
        layers = ReplacementBuilder(op, rewriter)
        m, n, k = op.product_shape()
        is_whole = prod(shape_of(op.a)) == m * k and prod(shape_of(op.b)) == n * k
        in_integers = not scales and is_whole and can_multiply_integers(op, k)
        if in_integers:
            a = rounded_rows(layers, rows_of_a(layers, op))
            shape = (k, n) if op.transpose_b is None else (n, k)
            b = rounded_matrices(layers, layers.reshape(op.b, shape))
        else:
            a, b = (
                rounded_matrix(layers, x, axis)
                if array is None
                else layers.constant(self.weights, "dequantized", array)
                for x, axis, array in stored
            )
        operands = {"a": a, "b": b, "a_scales": None, "b_scale": None}
        product = rebuild(op, operands=operands, properties={"quantize_term": IntegerAttr(0, i64)})
        if in_integers:
            product.transpose_a = None
        rewriter.replace(op, product)


def rows_of_a(layers: LayerBuilder, op: GemmOp) -> SSAValue:
    """Return the left matrix with contiguous rows."""
    m, _, k = op.product_shape()
    if op.transpose_a is None:
        return layers.reshape(op.a, (m, k))
    return layers.permute(layers.reshape(op.a, (k, m)), (1, 0))


def columns_of_b(layers: LayerBuilder, op: GemmOp) -> SSAValue:
    """Return the columns of the right matrix as contiguous rows."""
    _, n, k = op.product_shape()
    if op.transpose_b is not None:
        return layers.reshape(op.b, (n, k))
    return layers.permute(layers.reshape(op.b, (k, n)), (1, 0))


def rounded_matrix(layers: LayerBuilder, x: SSAValue, axis: int | None) -> SSAValue:
    """Round an operand to int8, with a scale for each index of an axis; a vector is a row."""
    shape = shape_of(x)
    if len(shape) == 1:
        x = layers.reshape(x, (1, *shape))
    return rounded(layers, x, [i for i in range(len(shape_of(x))) if i != axis])


@dataclass(frozen=True)
class DequantizeBlocksOfGemm(RewritePattern):
    """Dequantize B of few bits; scale and round A before."""

    weights: WeightStore

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: GemmOp, rewriter: PatternRewriter) -> None:
        term = op.quantize_term.value.data
        if op.b_block_scales is None or not all(map(has_shape, (op.a, op.b))):
            return
        layers = ReplacementBuilder(op, rewriter)
        matrix = block_matrix(layers, op.b, op.b_block_scales, term, op.product_shape()[2])
        if matrix is None:
            return
        operands: dict[str, SSAValue | None] = dict.fromkeys(("b_block_scales", "b_input_scales"))
        properties: dict[str, Attribute] = {"quantize_term": IntegerAttr(0, i64)}
        operands["b"] = matrix
        operands["a"] = block_input(layers, rows_of_a(layers, op), op.b_input_scales, term)
        product = rebuild(op, operands=operands, properties=properties)
        product.transpose_a = None
        rewriter.replace(op, product)


class ExpandInt8GemmPass(RewritePass):
    """
    Expand a Gemm that quantizes its inputs to int8, or has int8 weights, into separate ops.

        %y = ncnn.gemm %a, %b quantize_term 2
        ->
        %r = ...                                // a, each row rounded to 127 steps of its maximum
        %s = ...                                // b, rounded to 127 steps of its maximum
        %y = ncnn.gemm %r, %s

    If extents are known at run time, the rounded numbers are multiplied in float32: sums are the
    same, except for rounding. A stored b becomes rows of int8 with a scale each, a
    computed one is rounded by its largest magnitude, and each row of a is a block: kernels multiply
    the integers.

        %w = ncnn.dequantize_blocks %b, %scales bits 8 size 96
        %r = ncnn.round_blocks %a size 96
        %y = ncnn.gemm %r, %w transpose_b

    A stored a, to whose product nothing is added, takes the place of b in the transposed product,
    whose rows are the columns of b, rounded by their largest magnitude. Any other is dequantized.

    B of few bits, with a scale for each block of a row, is kept as stored, behind a
    `dequantize_blocks`: kernels widen it. A is multiplied by its scales by column, if there are
    any; if B has 8 bits, each block of A's rows is rounded by its own maximum. Source: ncnn,
    gemm.cpp, `forward_int8`.
    """

    name = "expand-int8-gemm"
    PATTERNS = (
        *(MultiplyIntegersOfGemm, MultiplyIntegersOfStoredA),
        *(RoundOperandsOfGemm, DequantizeBlocksOfGemm),
    )
