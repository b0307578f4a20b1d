"""Running the patterns of a graph pass."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.pattern_rewriter import (
    GreedyRewritePatternApplier,
    PatternRewriteWalker,
    RewritePattern,
)


def apply_patterns(module: ModuleOp, *patterns: RewritePattern) -> None:
    """Rewrite every op once, in order, by the first pattern that fits, so that chains fold."""
    applier = GreedyRewritePatternApplier(list(patterns), dce_enabled=False)
    PatternRewriteWalker(applier, apply_recursively=False).rewrite_module(module)
