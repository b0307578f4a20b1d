"""Compute prior boxes, which depend on shapes only, at compile time."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.pattern_rewriter import (
    PatternRewriter,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.layers.prior_box import PriorBoxOp
from ...dialects.ncnn.shapes import has_shape
from ...dialects.symbols import extents_of
from ...dialects.weight_store import WeightStore
from ..common.errors import place_of
from ..common.rewrite import RewritePass


@dataclass(frozen=True)
class EvaluatePriorBox(RewritePattern):
    """Replace a PriorBox by a weight with its boxes."""

    weights: WeightStore

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: PriorBoxOp, rewriter: PatternRewriter) -> None:
        if not has_shape(op.output) or not all(map(has_shape, op.inputs)):
            return
        if any(extents_of(value) is not None for value in (op.output, *op.inputs)):
            return  # its boxes are those of a run; no kernel computes them
        boxes, name = op.boxes(), place_of(op).layer or op.name
        key = self.weights.add(f"{name}.boxes", boxes)
        weight = WeightOp.of_shape(key, boxes.shape)
        weight.location = op.location
        rewriter.replace(op, weight)


class ExpandPriorBoxPass(RewritePass):
    """
    Compute the boxes of every PriorBox whose inputs have shapes.

        %b = ncnn.prior_box %x, %image min_sizes [4.0] : (tensor<8x1x2xf32>, tensor<3x8x8xf32>)
        -> %b = ncnn.weight <"priors.boxes"> : tensor<2x8xf32>

    The array is added to the weight store of the context. Boxes of images with extents known at run
    time are left, and refused later.
    """

    name = "expand-prior-box"
    PATTERNS = (EvaluatePriorBox,)
