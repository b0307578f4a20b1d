"""Remove poolings of single cells."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.constraints import int_list
from ...dialects.ncnn.families.pooling_windows import AxisWindows
from ...dialects.ncnn.layers.pooling import PoolingOp
from ...dialects.ncnn.shapes import has_shape
from ...dialects.symbols import extents_of
from ..common.rewrite import RewritePass
from .analysis.ranks import rank_of
from .rewriting.elide import ElidingPattern


class ElidePoolingOfSingleCells(ElidingPattern):
    """Replace a pooling by its input if window `i` is cell `i`, counted once."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: PoolingOp, rewriter: PatternRewriter):
        if op.is_global is not None:
            if has_shape(op.input) and is_identity(op):
                self.remarks.declined("it is global: its result is a vector", op)
        elif is_identity(op):
            if rank_of(op.input) == 3:
                self.elide(op, op.input, rewriter)
            else:
                self.remarks.declined("it makes an image of what may be none", op)
        elif op.adaptive_size is None and set(int_list(op.kernel)) == {1}:
            self.remarks.declined("its stride or pads change the size", op)


def is_identity(op: PoolingOp) -> bool:
    """Return whether every window is one cell in its place, at any unknown size."""
    if has_shape(op.input):
        same_cells = all(map(_is_single_cells, op.windows()))
        return same_cells and extents_of(op.input) == extents_of(op.output)
    if op.is_global is not None or op.adaptive_size is not None:
        return False
    ones = {*int_list(op.kernel), *int_list(op.stride)} == {1}
    return ones and not any(int_list(op.pad))


def _is_single_cells(windows: AxisWindows) -> bool:
    cells = tuple(range(len(windows)))
    ends = tuple(cell + 1 for cell in cells)
    return windows.starts == cells and windows.ends == ends and set(windows.counts) == {1}


class EliminatePooling1x1Pass(RewritePass):
    """
    Remove poolings whose windows are single cells, one for each cell of the input.

        %y = ncnn.pooling max %x kernel [1, 1] stride [1, 1]   ->   %x

    Adaptive poolings to the size of their input are removed too. A blob without three dimensions
    gets them by pooling. Source: ncnnoptimize, `eliminate_pooling1x1`, which forgets that, and
    renames an input of the network in front of it.
    """

    name = "eliminate-pooling1x1"
    PATTERNS = (ElidePoolingOfSingleCells,)
