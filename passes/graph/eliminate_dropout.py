"""Remove Dropout layers without effect."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.ncnn.layers.misc import DropoutOp
from ..common.rewrite import RewritePass
from .rewriting.elide import ElidingPattern


class ElideUnscaledDropout(ElidingPattern):
    """Replace the result of a dropout with scale 1 by its input."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: DropoutOp, rewriter: PatternRewriter):
        scale = op.scale.value.data
        if scale != 1.0:
            self.remarks.declined(f"it scales by {scale:g}", op)
            return
        self.elide(op, op.input, rewriter)


class EliminateDropoutPass(RewritePass):
    """
    Remove dropouts that scale by 1.

        %y = ncnn.dropout %x   ->   %x

    Source: ncnnoptimize, `eliminate_dropout`, which renames an input of the network in front of it.
    """

    name = "eliminate-dropout"
    PATTERNS = (ElideUnscaledDropout,)
