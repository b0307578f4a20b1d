"""Running the patterns of a graph pass."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.pattern_rewriter import (
    GreedyRewritePatternApplier,
    PatternRewriteWalker,
    RewritePattern,
)


def apply_patterns(module: ModuleOp, *patterns: RewritePattern) -> None:
    """
    Visit every op once, in order, with the first pattern that rewrites it.

    An op that is rewritten is in place when its users are visited: chains fold in one go.
    """
    applier = GreedyRewritePatternApplier(list(patterns), dce_enabled=False)
    PatternRewriteWalker(applier, apply_recursively=False).rewrite_module(module)
