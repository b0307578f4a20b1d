"""Remove Paddings of size zero."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.constraints import int_list
from ...dialects.ncnn.layers.padding import PaddingOp
from ...dialects.ncnn.shapes import has_shape
from ..common.rewrite import RewritePass
from .rewriting.elide import ElidingPattern


class ElidePaddingByNothing(ElidingPattern):
    """Replace a value without new cells on any side by the value."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: PaddingOp, rewriter: PatternRewriter):
        if has_shape(op.output):
            is_nothing = op.output.type == op.input.type
        else:
            is_nothing = not any((*int_list(op.before), *int_list(op.after)))
        if is_nothing:
            self.elide(op, op.input, rewriter)


class EliminatePaddingPass(RewritePass):
    """
    Remove borders of no cells.

        %y = ncnn.padding constant %x : tensor<2x4x4xf32> -> tensor<2x4x4xf32>   ->   %x
    """

    name = "eliminate-padding"
    PATTERNS = (ElidePaddingByNothing,)
