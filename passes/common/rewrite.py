"""Running the patterns of a graph pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    GreedyRewritePatternApplier,
    PatternRewriteWalker,
    RewritePattern,
)

from .remarks import Remarks


def apply_patterns(module: ModuleOp, *patterns: RewritePattern) -> None:
    """Rewrite every op once, in order, by the first pattern that fits, so that chains fold."""
    applier = GreedyRewritePatternApplier(list(patterns), dce_enabled=False)
    PatternRewriteWalker(applier, apply_recursively=False).rewrite_module(module)


class RewritePass(ModulePass):
    """A pass that applies patterns, see `apply_patterns`, and nothing else."""

    PATTERNS: ClassVar[tuple[Callable[[Remarks], RewritePattern], ...]]
    """Make the patterns, with the remarks of the pass."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        remarks = Remarks.of(ctx, self.name)
        apply_patterns(op, *(pattern(remarks) for pattern in self.PATTERNS))
