"""Remove Interps to the size of their input."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.ncnn.layers.interp import InterpOp
from ...dialects.ncnn.shapes import has_shape
from ...dialects.symbols import surely_have_same_extents
from ..common.rewrite import RewritePass
from .rewriting.elide import ElidingPattern


class ElideInterpToSameSize(ElidingPattern):
    """Replace an image resampled to its own size, which ncnn copies in every mode, by the image."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: InterpOp, rewriter: PatternRewriter):
        if not has_shape(op.output):
            self.remarks.declined("the shape of its input is unknown", op)
        elif surely_have_same_extents(op.output, op.input):
            self.elide(op, op.input, rewriter)


class EliminateInterpPass(RewritePass):
    """
    Remove resamplings to the same size.

        %y = ncnn.interp bilinear %x scale [1.0, 1.0] : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
        ->   %x
    """

    name = "eliminate-interp"
    PATTERNS = (ElideInterpToSameSize,)
