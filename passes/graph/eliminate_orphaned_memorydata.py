"""Remove constants that nothing reads. Source: ncnnoptimize, `eliminate_orphaned_memorydata`."""

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

from ...dialects.ncnn.weight import WeightOp


class EraseUnreadWeight(RewritePattern):
    """Erase an `ncnn.weight` without uses (being a result of the function is a use)."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: WeightOp, rewriter: PatternRewriter):
        if op.output.first_use is None:
            rewriter.erase(op)


@dataclass(frozen=True)
class EliminateOrphanedMemorydataPass(ModulePass):
    """
    Remove constants that nothing reads, whose bytes then stay out of the compiled model.

        %k = ncnn.weight <"k"> : tensor<4xf32>     // no use
        ->                                         // nothing

    Source: ncnnoptimize, `eliminate_orphaned_memorydata`, which also deletes constants that are
    outputs of the network; here outputs are uses.
    """

    name = "eliminate-orphaned-memorydata"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        PatternRewriteWalker(EraseUnreadWeight(), apply_recursively=False).rewrite_module(op)
