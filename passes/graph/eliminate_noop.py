"""Remove Noop and DeepCopy layers. Source: ncnnoptimize, `eliminate_noop`."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    GreedyRewritePatternApplier,
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ...dialects.ncnn.misc import DeepCopyOp, NoopOp
from ..support.forward import forward_operand


class ForwardNoop(RewritePattern):
    """Replace each result of a noop by the input in its place."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: NoopOp, rewriter: PatternRewriter):
        inputs = op.inputs[: len(op.outputs)]
        if all(a.type == b.type for a, b in zip(op.outputs, inputs, strict=True)):
            rewriter.replace(op, [], inputs)


class ForwardDeepCopy(RewritePattern):
    """Replace a copy by the original: values never change, so nothing can tell them apart."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: DeepCopyOp, rewriter: PatternRewriter):
        forward_operand(op, op.input, rewriter)


@dataclass(frozen=True)
class EliminateNoopPass(ModulePass):
    """
    Remove layers that pass their inputs on: Noop, and DeepCopy, which only matters to memory.

        %y:2 = ncnn.noop %a, %b   ->   %a, %b

    Source: ncnnoptimize, `eliminate_noop`.
    """

    name = "eliminate-noop"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        patterns = GreedyRewritePatternApplier(
            [ForwardNoop(), ForwardDeepCopy()], dce_enabled=False
        )
        PatternRewriteWalker(patterns, apply_recursively=False).rewrite_module(op)
