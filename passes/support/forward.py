"""Removing ops that pass an operand on."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter


def forward_operand(op: Operation, value: SSAValue, rewriter: PatternRewriter) -> None:
    """Replace the one result of `op` by `value`, if both have the same type."""
    (result,) = op.results
    if result.type == value.type:
        rewriter.replace(op, [], [value])
