"""Remove Reshape layers that keep the shape."""

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
from ...dialects.ncnn.reshape import ReshapeOp
from ..support.forward import forward_operand


class ForwardReshapeToSameShape(RewritePattern):
    """Replace a reshaped value of the same shape by the value."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ReshapeOp, rewriter: PatternRewriter):
        if has_shape(op.output):
            forward_operand(op, op.input, rewriter)


@dataclass(frozen=True)
class EliminateReshapePass(ModulePass):
    """
    Remove reshapes to the shape that their input has, such as those to a vector after a global
    pooling.

        %a = ncnn.pooling avg %x global : tensor<8x7x7xf32> -> tensor<8xf32>
        %y = ncnn.reshape %a shape [-1] : (tensor<8xf32>) -> tensor<8xf32>   ->   %a

    Source: ncnnoptimize, `eliminate_reshape_after_global_pooling`.
    """

    name = "eliminate-reshape"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        walker = PatternRewriteWalker(ForwardReshapeToSameShape(), apply_recursively=False)
        walker.rewrite_module(op)
