"""Running the patterns of a graph pass."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import GreedyRewritePatternApplier, PatternRewriteWalker, RewritePattern

from ...dialects.context import ncnnc_context
from .remarks import Remarks


def apply_patterns(module: ModuleOp, *patterns: RewritePattern) -> None:
    """Rewrite every op once, in order, by the first pattern that fits, so that chains fold."""
    applier = GreedyRewritePatternApplier(list(patterns), dce_enabled=False)
    PatternRewriteWalker(applier, apply_recursively=False).rewrite_module(module)


class RewritePass(ModulePass):
    """A pass that applies patterns, see `apply_patterns`, and nothing else."""

    PATTERNS: ClassVar[tuple[Callable[..., RewritePattern], ...]]
    """Each gets, for its fields of these names, the `remarks`, the `context` and its `weights`."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        context = ncnnc_context(ctx)
        remarks = Remarks.of(ctx, self.name)
        given = {"remarks": remarks, "context": context, "weights": context.weights}
        apply_patterns(op, *(make_pattern(pattern, given) for pattern in self.PATTERNS))


def make_pattern(
    make: Callable[..., RewritePattern], given: Mapping[str, object]
) -> RewritePattern:
    """Make a pattern with those of the given values that its class has fields for."""
    kind: Callable[..., RewritePattern] = getattr(make, "func", make)
    names = {field.name for field in fields(kind)} if is_dataclass(kind) else set[str]()
    return make(**{name: value for name, value in given.items() if name in names})
