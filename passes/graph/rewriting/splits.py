"""Look through Splits, for passes that run before these are removed."""

from __future__ import annotations

from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from ....dialects.ncnn.internal.weight import WeightOp
from ....dialects.ncnn.layers.split import SplitOp


def erase_unread(value: SSAValue, rewriter: PatternRewriter) -> None:
    """Erase an unread value: a constant, or a branch of a split, and then its input."""
    while value.first_use is None:
        op = value.owner
        if isinstance(op, WeightOp):
            rewriter.erase(op)
            return
        if not isinstance(op, SplitOp):
            return
        source = op.input
        keep_read_branches(op, rewriter)
        value = source


def keep_read_branches(op: SplitOp, rewriter: PatternRewriter) -> None:
    """Replace a split by one with the branches alone that something reads."""
    types = [result.type for result in op.results if result.first_use is not None]
    if not types:
        rewriter.erase(op)
        return
    smaller = SplitOp.build(operands=[op.input], attributes=op.attributes, result_types=[types])
    smaller.location = op.location
    branches = iter(smaller.results)
    read = [None if result.first_use is None else next(branches) for result in op.results]
    rewriter.replace(op, smaller, read)
