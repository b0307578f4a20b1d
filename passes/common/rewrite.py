"""Apply the patterns of a graph pass."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from inspect import getclosurevars
from types import UnionType
from typing import ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ...dialects.context import ncnnc_context
from .remarks import Remarks
from .walk import walk


def apply_patterns(module: ModuleOp, *patterns: RewritePattern, backwards: bool = False) -> bool:
    """
    Rewrite each op once, in order or backwards, by the first matching pattern, so that chains
    fold; return true if any matched.

    Most passes match nothing: an op of a class without patterns costs no more than a walk.
    """
    by_kind: dict[type[Operation], list[RewritePattern]] = {}
    for kind in {type(op) for op in walk(module)} - {ModuleOp}:
        looking = [pattern for pattern in patterns if issubclass(kind, root_kind(type(pattern)))]
        if looking:
            by_kind[kind] = looking
    if not by_kind:
        return False
    ops = [op for op in walk(module) if type(op) in by_kind]
    erased = set[Operation]()
    changed = False
    for op in reversed(ops) if backwards else ops:
        if op not in erased:
            changed |= rewrite_op(op, by_kind[type(op)], erased)
    return changed


def rewrite_op(op: Operation, patterns: Sequence[RewritePattern], erased: set[Operation]) -> bool:
    """Rewrite an op by the first matching pattern, if any, and record erased ops."""
    for pattern in patterns:
        rewriter = PatternRewriter(op)
        rewriter.operation_removal_handler.append(lambda op: erased.update(op.walk()))
        pattern.match_and_rewrite(op, rewriter)
        if rewriter.has_done_action:
            return True
    return False


@cache
def root_kind(pattern: type[RewritePattern]) -> type[Operation] | UnionType:
    """Return the op classes that a pattern matches: those that xDSL's decorator accepts."""
    return getclosurevars(pattern.match_and_rewrite).nonlocals.get("expected_type", Operation)


class RewritePass(ModulePass):
    """A pass that only applies patterns, see `apply_patterns`."""

    PATTERNS: ClassVar[tuple[Callable[..., RewritePattern], ...]] = ()
    """
    Patterns; each receives, for its fields of these names, the `remarks`, the `context`, its
    `weights`.
    """
    BACKWARDS: ClassVar[bool] = False
    """True for rewrites from the last layer to the first."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        self.rewrite(ctx, op)

    def rewrite(self, ctx: Context, module: ModuleOp) -> bool:
        """Apply the patterns; return true if any changed something."""
        return apply_patterns(module, *self.patterns(ctx, module), backwards=self.BACKWARDS)

    def patterns(self, ctx: Context, module: ModuleOp) -> Sequence[RewritePattern]:
        """Create the patterns; those of a pass with options read them from it."""
        context = ncnnc_context(ctx)
        remarks = Remarks.of(ctx, self.name)
        given = {"remarks": remarks, "context": context, "weights": context.weights}
        return [make_pattern(pattern, given) for pattern in self.PATTERNS]


def make_pattern(
    make: Callable[..., RewritePattern], given: Mapping[str, object]
) -> RewritePattern:
    """Create a pattern with those of the given values that its class has fields for."""
    kind: Callable[..., RewritePattern] = getattr(make, "func", make)
    names = {field.name for field in fields(kind)} if is_dataclass(kind) else set[str]()
    return make(**{name: value for name, value in given.items() if name in names})
