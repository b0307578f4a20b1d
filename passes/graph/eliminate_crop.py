"""Remove Crops of whole blobs."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.ncnn.layers.crop import CropOp
from ...dialects.ncnn.shapes import has_shape
from ...dialects.symbols import surely_have_same_extents
from ..common.rewrite import RewritePass
from .rewriting.elide import ElidingPattern


class ElideWholeCrop(ElidingPattern):
    """Replace a crop that leaves the shape as it is, and so every cell, by its input."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: CropOp, rewriter: PatternRewriter):
        if not has_shape(op.output):
            self.remarks.declined("the shape of its input is unknown", op)
        elif surely_have_same_extents(op.output, op.input):
            self.elide(op, op.input, rewriter)


class EliminateCropPass(RewritePass):
    """
    Remove crops that keep the whole blob.

        %y = ncnn.crop slice %x starts [0] ends [-233] axes [2]
          : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>   ->   %x
    """

    name = "eliminate-crop"
    PATTERNS = (ElideWholeCrop,)
