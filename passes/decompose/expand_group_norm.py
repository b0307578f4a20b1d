"""Expand GroupNorm and InstanceNorm into normalization of channel groups."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.kernel.attributes import EpsGuard
from ...dialects.ncnn.layers.groupnorm import ChannelNormalizationOp, GroupNormOp, InstanceNormOp
from ...dialects.ncnn.shapes import Shape, has_shape, shape_of
from ...dialects.weight_store import WeightStore
from ..common.rewrite import RewritePass
from .building.normalization import GroupNormalization, image_of
from .building.replacement_builder import ReplacementBuilder


@dataclass(frozen=True)
class ExpandGroupNorm(RewritePattern):
    """Expand GroupNorm: channels are the outermost axis, for any rank."""

    weights: WeightStore

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: GroupNormOp, rewriter: PatternRewriter) -> None:
        if has_shape(op.input):
            expand(op, shape_of(op.input), op.group.value.data, self.weights, rewriter)


@dataclass(frozen=True)
class ExpandInstanceNorm(RewritePattern):
    """
    Expand InstanceNorm to a group for each channel; vectors and matrices are images of one channel.
    """

    weights: WeightStore

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: InstanceNormOp, rewriter: PatternRewriter) -> None:
        if has_shape(op.input):
            image = image_of(shape_of(op.input))
            expand(op, image, image[0], self.weights, rewriter)


def expand(
    op: ChannelNormalizationOp,
    shape: Shape,
    groups: int,
    weights: WeightStore,
    rewriter: PatternRewriter,
) -> None:
    """Replace a layer by the normalization of its input, reshaped to `shape`, in groups."""
    layers = ReplacementBuilder(op, rewriter)

    def vector(given: SSAValue | None, name: str, value: float) -> SSAValue:
        if given is None:
            return layers.constant(weights, name, np.full(shape[0], value))
        return layers.slice(given, 0, 0, shape[0])

    normalization = GroupNormalization(groups, op.eps.value.data, EpsGuard.ADDED_TO_SQUARE)
    factor, term = vector(op.gamma, "gamma", 1.0), vector(op.beta, "beta", 0.0)
    y = normalization.insert(layers, layers.reshape(op.input, shape), factor, term)
    rewriter.replace(op, [], [layers.reshape(y, shape_of(op.input))])


class ExpandGroupNormPass(RewritePass):
    """
    Expand GroupNorm, and InstanceNorm, which has a group for each channel.

        ncnn.instancenorm %x gamma %g beta %b eps 1.0e-05 : tensor<8x4x4xf32>
        -> ncnn.normalize_groups added_to_square %x, %g, %b groups 8 eps 1.0e-05 centred
             : tensor<8x4x4xf32>

    Missing gamma and beta become constants of ones and zeros in the weight store.
    """

    name = "expand-group-norm"
    PATTERNS = (ExpandGroupNorm, ExpandInstanceNorm)
