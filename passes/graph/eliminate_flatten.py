"""Remove Flatten layers whose input is a vector already."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ...dialects.ncnn.base import has_shape
from ...dialects.ncnn.reshape import FlattenOp
from ..support.forward import forward_operand


class ForwardFlattenOfVector(RewritePattern):
    """Replace the flattened form of a vector by the vector."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: FlattenOp, rewriter: PatternRewriter):
        if has_shape(op.output):
            forward_operand(op, op.input, rewriter)


@dataclass(frozen=True)
class EliminateFlattenPass(ModulePass):
    """
    Remove flattenings of vectors, which global poolings and inner products make.

        %a = ncnn.pooling avg %x global : tensor<8x7x7xf32> -> tensor<8xf32>
        %y = ncnn.flatten %a : tensor<8xf32> -> tensor<8xf32>   ->   %a

    Source: ncnnoptimize, `eliminate_flatten_after_global_pooling` and
    `eliminate_flatten_after_innerproduct`, which forgets that an inner product of rows makes a
    matrix.
    """

    name = "eliminate-flatten"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        walker = PatternRewriteWalker(ForwardFlattenOfVector(), apply_recursively=False)
        walker.rewrite_module(op)
