"""Expand products of matrices with fake quantization into products of rounded operands."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.ncnn.builder import LayerBuilder
from ...dialects.ncnn.families.block_quantization import is_int8
from ...dialects.ncnn.layers.gemm import GemmOp
from ...dialects.ncnn.shapes import has_shape, shape_of
from ...dialects.weight_store import WeightStore
from ..common.rebuild import rebuild
from ..common.rewrite import RewritePass
from .building.int8 import block_input, block_matrix, dequantized, rounded
from .building.replacement_builder import ReplacementBuilder


@dataclass(frozen=True)
class RoundOperandsOfGemm(RewritePattern):
    """Round the operands of a Gemm in float32, and multiply in float32; stored ones are rounded."""

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
        a, b = (
            rounded_matrix(layers, x, axis)
            if array is None
            else layers.constant(self.weights, "dequantized", array)
            for x, axis, array in stored
        )
        operands = {"a": a, "b": b, "a_scales": None, "b_scale": None}
        float32 = {"quantize_term": IntegerAttr(0, i64)}
        rewriter.replace(op, rebuild(op, operands=operands, properties=float32))


def rounded_matrix(layers: LayerBuilder, x: SSAValue, axis: int | None) -> SSAValue:
    """An operand rounded to int8, with a scale for each index of an axis; a vector is a row."""
    shape = shape_of(x)
    if len(shape) == 1:
        x = layers.reshape(x, (1, *shape))
    return rounded(layers, x, [i for i in range(len(shape_of(x))) if i != axis])


@dataclass(frozen=True)
class DequantizeBlocksOfGemm(RewritePattern):
    """Take B of few bits for the numbers that it stands for, and scale and round A before."""

    weights: WeightStore

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: GemmOp, rewriter: PatternRewriter) -> None:
        term = op.quantize_term.value.data
        if op.b_block_scales is None or not all(map(has_shape, (op.a, op.b))):
            return
        m, _, k = op.product_shape()
        layers = ReplacementBuilder(op, rewriter)
        matrix = block_matrix(layers, op.b, op.b_block_scales, term, k)
        if matrix is None:
            return
        operands: dict[str, SSAValue | None] = dict.fromkeys(("b_block_scales", "b_input_scales"))
        properties: dict[str, Attribute] = {"quantize_term": IntegerAttr(0, i64)}
        operands["b"] = matrix
        is_turned = op.transpose_a is not None
        a = layers.reshape(op.a, (k, m) if is_turned else (m, k))
        rows = layers.permute(a, (1, 0)) if is_turned else a
        left = block_input(layers, rows, op.b_input_scales, term)
        operands["a"] = layers.permute(left, (1, 0)) if is_turned else left
        rewriter.replace(op, rebuild(op, operands=operands, properties=properties))


class ExpandInt8GemmPass(RewritePass):
    """
    Compute in float32 what a Gemm computes that makes int8 of its inputs, or stores int8: every sum
    of products of int8 numbers is that of the numbers they stand for, but for rounding.

        %y = ncnn.gemm %a, %b quantize_term 2
        ->
        %r = ...                                // a, each row rounded to 127 steps of its maximum
        %s = ...                                // b, rounded to 127 steps of its maximum
        %y = ncnn.gemm %r, %s

    B of few bits, with a scale for each block of a row, stays as it is stored, behind an op that
    says which numbers it stands for: kernels widen it. A is multiplied by scales by column if there
    are any; where B is of 8 bits each block of its rows is rounded by its own maximum.
    Source: ncnn, gemm.cpp, `forward_int8`.
    """

    name = "expand-int8-gemm"
    PATTERNS = (RoundOperandsOfGemm, DequantizeBlocksOfGemm)
