"""Expand MVN into a normalization of channel groups, or a difference from a mean."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.kernel.attributes import EpsGuard
from ...dialects.ncnn.layers.binaryop import BinaryOperator
from ...dialects.ncnn.layers.mvn import MVNOp
from ...dialects.ncnn.layers.reduction import ReductionKind
from ...dialects.ncnn.shapes import has_shape, shape_of
from ...dialects.weight_store import WeightStore
from ..common.rewrite import RewritePass
from .building.normalization import GroupNormalization, image_of
from .building.replacement_builder import ReplacementBuilder


@dataclass(frozen=True)
class ExpandMVN(RewritePattern):
    """Normalize groups of one channel, or one group of all."""

    weights: WeightStore

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: MVNOp, rewriter: PatternRewriter) -> None:
        if not has_shape(op.input):
            return
        layers = ReplacementBuilder(op, rewriter)
        shape = image_of(shape_of(op.input))
        x = layers.reshape(op.input, shape)
        across = op.across_channels is not None
        if op.normalize_variance is None:
            mean = layers.reduce(ReductionKind.MEAN, x, range(0 if across else 1, len(shape)))
            y = layers.binary(BinaryOperator.SUB, x, mean)
        else:
            groups = 1 if across else shape[0]
            factor = layers.constant(self.weights, "factor", np.ones(shape[0]))
            term = layers.constant(self.weights, "term", np.zeros(shape[0]))
            normalization = GroupNormalization(groups, op.eps.value.data, EpsGuard.ADDED_TO_ROOT)
            y = normalization.insert(layers, x, factor, term)
        rewriter.replace(op, [], [y])


class ExpandMvnPass(RewritePass):
    """
    Expand MVN, which divides by `sqrt(variance) + eps`, or only subtracts the mean.

        ncnn.mvn %x normalize_variance : tensor<8x4x4xf32>
        -> ncnn.normalize_groups added_to_root %x, [1, ...], [0, ...] groups 8 eps 1.0e-04 centred

        ncnn.mvn %x across_channels : tensor<8x4x4xf32>
        -> %m = ncnn.reduction mean %x axes [0, 1, 2] keepdims
           ncnn.binaryop sub %x, %m
    """

    name = "expand-mvn"
    PATTERNS = (ExpandMVN,)
