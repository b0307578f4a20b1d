"""Expand the padding of Unfold into a Padding layer."""

from __future__ import annotations

from xdsl.dialects.builtin import FloatAttr, f32
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.ncnn.families.spatial import zeros
from ...dialects.ncnn.layers.padding import PaddingKind
from ...dialects.ncnn.layers.unfold import UnfoldOp
from ...dialects.ncnn.shapes import has_shape
from ..common.rebuild import rebuild
from ..common.rewrite import RewritePass
from .building.replacement_builder import ReplacementBuilder


class PadBeforeUnfold(RewritePattern):
    """Pad the input of Unfold explicitly."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: UnfoldOp, rewriter: PatternRewriter) -> None:
        if not has_shape(op.input) or not any(op.resolved_pads()):
            return
        layers = ReplacementBuilder(op, rewriter)
        top, left, bottom, right = op.resolved_pads()
        image = layers.reshape(op.input, op.image_shape())
        value = op.pad_value.value.data
        padded = layers.pad(image, PaddingKind.CONSTANT, [0, top, left], [0, bottom, right], value)
        changes = {"pad": zeros(4), "pad_value": FloatAttr(0.0, f32)}
        rewriter.replace(op, rebuild(op, operands={"input": padded}, properties=changes))


class ExpandUnfoldPadsPass(RewritePass):
    """
    Insert a Padding before an Unfold with pads.

        ncnn.unfold %x kernel [3, 3] pad [1, 1, 1, 1] pad_value 0.5 ...
        -> %p = ncnn.padding constant %x before [0, 1, 1] after [0, 1, 1] value 0.5 ...
           ncnn.unfold %p kernel [3, 3] ...
    """

    name = "expand-unfold-pads"
    PATTERNS = (PadBeforeUnfold,)
