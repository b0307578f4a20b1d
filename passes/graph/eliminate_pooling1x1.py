"""Remove poolings of single cells. Source: ncnnoptimize, `eliminate_pooling1x1`."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ...dialects.ncnn.base import has_shape
from ...dialects.ncnn.pooling import PoolingOp, Windows
from ..support.forward import forward_operand


class ForwardPoolingOfSingleCells(RewritePattern):
    """Replace a pooling by its input if window `i` is cell `i`, counted once."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: PoolingOp, rewriter: PatternRewriter):
        if has_shape(op.input) and op.output.type == op.input.type and is_identity(op):
            forward_operand(op, op.input, rewriter)


def is_identity(op: PoolingOp) -> bool:
    """Whether every window is the one cell in its place."""
    return all(_is_single_cells(windows) for windows in op.windows())


def _is_single_cells(windows: Windows) -> bool:
    cells = tuple(range(len(windows)))
    ends = tuple(cell + 1 for cell in cells)
    return windows.starts == cells and windows.ends == ends and set(windows.counts) == {1}


@dataclass(frozen=True)
class EliminatePooling1x1Pass(ModulePass):
    """
    Remove poolings whose windows are single cells, one for each cell of the input.

        %y = ncnn.pooling max %x kernel [1, 1] stride [1, 1]   ->   %x

    Adaptive poolings to the size of their input are removed too. Source: ncnnoptimize,
    `eliminate_pooling1x1`.
    """

    name = "eliminate-pooling1x1"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        walker = PatternRewriteWalker(ForwardPoolingOfSingleCells(), apply_recursively=False)
        walker.rewrite_module(op)
