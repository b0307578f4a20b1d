"""Eliding ops: their results are values that exist without them."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from ...common.remarks import GraphPattern

NOT_INFERRED = "the shape of its result has not been inferred"


class ElidingPattern(GraphPattern):
    """A rewrite that removes an op whose results are the same as other values."""

    def elide(
        self, op: Operation, value: SSAValue, rewriter: PatternRewriter, *before: Operation
    ) -> None:
        """Replace the one result of `op` by `value`; remarks name the layers `before` it, too."""
        if self.may_elide(op, [value], *before):
            self.remarks.made(*before, op)
            rewriter.replace(op, [], [value])

    def may_elide(self, op: Operation, values: Sequence[SSAValue], *before: Operation) -> bool:
        """Return whether types agree; otherwise, remark on the reason."""
        if [result.type for result in op.results] == [value.type for value in values]:
            return True
        self.remarks.declined(NOT_INFERRED, *before, op)
        return False
