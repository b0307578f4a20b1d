"""Remove Dropout layers that do nothing. Source: ncnnoptimize, `eliminate_dropout`."""

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

from ...dialects.ncnn.misc import DropoutOp
from ..support.forward import forward_operand


class ForwardUnscaledDropout(RewritePattern):
    """Replace the result of a dropout with scale 1 by its input."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: DropoutOp, rewriter: PatternRewriter):
        if op.scale.value.data == 1.0:
            forward_operand(op, op.input, rewriter)


@dataclass(frozen=True)
class EliminateDropoutPass(ModulePass):
    """
    Remove dropouts that scale by 1.

        %y = ncnn.dropout %x   ->   %x

    Source: ncnnoptimize, `eliminate_dropout`.
    """

    name = "eliminate-dropout"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        walker = PatternRewriteWalker(ForwardUnscaledDropout(), apply_recursively=False)
        walker.rewrite_module(op)
