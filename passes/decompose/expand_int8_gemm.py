"""Products of matrices that become int8 on the way, as products of what is left of them."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i64
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ...dialects.ncnn.base import has_shape, shape_of
from ...dialects.ncnn.layers.elementwise import (
    BinaryOperator,
    UnaryOperator,
)
from ...dialects.ncnn.layers.gemm import SMALLEST_SCALED, GemmOp
from ...dialects.ncnn.layers.reduction import (
    ReductionKind,
)
from ...dialects.ncnn.value_range import LARGEST_INT8
from ..common.rebuild import rebuild
from .building.layer_builder import LayerBuilder


def rounded(layers: LayerBuilder, x: SSAValue, axes: list[int]) -> SSAValue:
    """
    What is left of `x` after int8, with one scale for all along `axes`.

    `sign(x) * min(floor(|x| * s + 1/2), 127) / s` with `s = 127 / max |x|`: halves go away from
    zero.
    """
    size = layers.unary(UnaryOperator.ABS, x)
    maximum = layers.reduce(ReductionKind.MAX, size, axes)
    largest = layers.scalar(BinaryOperator.MAX, maximum, SMALLEST_SCALED)
    scale = layers.scalar(BinaryOperator.RDIV, largest, LARGEST_INT8)
    steps = layers.scalar(BinaryOperator.ADD, layers.binary(BinaryOperator.MUL, size, scale), 0.5)
    whole = layers.unary(UnaryOperator.FLOOR, steps)
    bounded = layers.scalar(BinaryOperator.MIN, whole, LARGEST_INT8)
    size = layers.binary(BinaryOperator.DIV, bounded, scale)
    return layers.binary(BinaryOperator.MUL, size, layers.unary(UnaryOperator.SIGN, x))


@dataclass(frozen=True)
class RoundInputsOfGemm(RewritePattern):
    """Round both operands of a Gemm in float32, and multiply in float32."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: GemmOp, rewriter: PatternRewriter) -> None:
        if not op.quantizes_inputs or not has_shape(op.a) or not has_shape(op.b):
            return
        layers = LayerBuilder(op, rewriter)
        row_axis = 0 if op.transpose_a is None else len(shape_of(op.a)) - 1
        along_row = [axis for axis in range(len(shape_of(op.a))) if axis != row_axis]
        operands = {
            "a": rounded(layers, op.a, along_row),
            "b": rounded(layers, op.b, list(range(len(shape_of(op.b))))),
        }
        float32 = {"quantize_term": IntegerAttr(0, i64)}
        rewriter.replace(op, rebuild(op, operands=operands, properties=float32))


@dataclass(frozen=True)
class ExpandInt8GemmPass(ModulePass):
    """
    Compute in float32 what a Gemm that makes int8 of its inputs computes: every sum of products of
    int8 numbers is that of the numbers they stand for, but for rounding.

        %y = ncnn.gemm %a, %b quantize_term 2
        ->
        %r = ...                                // a, each row rounded to 127 steps of its maximum
        %s = ...                                // b, rounded to 127 steps of its maximum
        %y = ncnn.gemm %r, %s

    Source: ncnn, gemm.cpp, `forward_int8`.
    """

    name = "expand-int8-gemm"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        walker = PatternRewriteWalker(RoundInputsOfGemm(), apply_recursively=False)
        walker.rewrite_module(op)
