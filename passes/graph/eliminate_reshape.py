"""Remove Reshape, Squeeze and ExpandDims layers that keep the shape."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.ncnn.layers.reshape import FlattenOp, ReshapingOp
from ...dialects.ncnn.shapes import has_shape
from ...dialects.symbols import have_same_extents
from ..common.rewrite import RewritePass
from .analysis.ranks import rank_of
from .rewriting.elide import ElidingPattern


class ElideReshapeToSameShape(ElidingPattern):
    """Replace a reshaped value of the same shape by the value."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ReshapingOp, rewriter: PatternRewriter):
        if isinstance(op, FlattenOp):
            return  # `eliminate-flatten` removes these
        if op.keeps_batch() and rank_of(op.input) == rank_of(op.output) == 1:
            self.elide(op, op.input, rewriter)
        elif not has_shape(op.output):
            self.remarks.declined("the shape of its input is unknown", op)
        elif have_same_extents(op.output, op.input):
            self.elide(op, op.input, rewriter)


class EliminateReshapePass(RewritePass):
    """
    Remove reshapes to the shape that their input has.

        %y = ncnn.reshape %x shape [2, 0, -1] : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>   ->   %x
        %y = ncnn.squeeze %x axes [0] : (tensor<2x3xf32>) -> tensor<2x3xf32>                ->   %x

    `eliminate-reshape-after-global-pooling` is its case in ncnnoptimize.
    """

    name = "eliminate-reshape"
    PATTERNS = (ElideReshapeToSameShape,)
