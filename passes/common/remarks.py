"""Remarks of a pass to the user: rewrites made, and reasons for declining others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.ir import Operation
from xdsl.pattern_rewriter import RewritePattern

from ...dialects.context import Remark, ncnnc_context
from .errors import layer_name, place_of


@dataclass(frozen=True)
class Remarks:
    """The remarks of one pass, added to those that the context collects."""

    pass_name: str
    collected: list[Remark]

    @classmethod
    def of(cls, ctx: Context, pass_name: str) -> Remarks:
        """Return the remarks of a named pass; a context of a stock driver discards them."""
        return cls(pass_name, ncnnc_context(ctx).remarks)

    def made(self, *layers: Operation) -> None:
        """Remark on the layers of a rewrite, before it erases them."""
        self._add(layers, None)

    def declined(self, reason: str, *layers: Operation) -> None:
        """Remark, once, why a rewrite of these layers was declined."""
        self._add(layers, reason)

    def _add(self, layers: Sequence[Operation], reason: str | None) -> None:
        names = [layer_name(op) for op in layers]
        first = place_of(layers[0])
        remark = Remark(self.pass_name, tuple(names), reason, first.file, first.line, first.offset)
        if reason is None or remark not in self.collected:
            self.collected.append(remark)


def forget_declined(ctx: Context, pass_name: str) -> None:
    """Drop the missed remarks of a pass that is about to run again."""
    remarks = ncnnc_context(ctx).remarks
    remarks[:] = [r for r in remarks if r.reason is None or r.pass_name != pass_name]


@dataclass(frozen=True)
class GraphPattern(RewritePattern):
    """A rewrite of the graph with remarks."""

    remarks: Remarks
