"""Expand Normalize into a normalization of channel groups, or a product with a map."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.kernel.attributes import EpsGuard
from ...dialects.ncnn.builder import LayerBuilder
from ...dialects.ncnn.layers.binaryop import BinaryOperator
from ...dialects.ncnn.layers.normalize import NormalizeOp
from ...dialects.ncnn.layers.reduction import ReductionKind
from ...dialects.ncnn.layers.unaryop import UnaryOperator
from ...dialects.ncnn.shapes import has_shape, shape_of
from ...dialects.weight_store import WeightStore
from ..common.rewrite import RewritePass
from .building.normalization import GroupNormalization, image_of
from .building.replacement_builder import ReplacementBuilder


@dataclass(frozen=True)
class ExpandNormalize(RewritePattern):
    """Expand sums over pixels to factors by group, and sums over channels to factors by pixel."""

    weights: WeightStore

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: NormalizeOp, rewriter: PatternRewriter) -> None:
        if not has_shape(op.input) or not has_shape(op.scale):
            return
        if op.across_spatial is None and op.across_channel is None:
            rewriter.replace(op, [], [op.input])
            return
        layers = ReplacementBuilder(op, rewriter)
        shape = image_of(shape_of(op.input))
        x = layers.reshape(op.input, shape)
        scale = self.scale(op, layers, shape[0])
        if op.across_spatial is not None:
            y = self.by_group(op, layers, x, scale)
        else:
            y = by_pixel(op, layers, x, scale)
        rewriter.replace(op, [], [layers.reshape(y, shape_of(op.input))])

    def scale(self, op: NormalizeOp, layers: LayerBuilder, channels: int) -> SSAValue:
        if op.channel_shared is None:
            return layers.slice(op.scale, 0, 0, channels)
        first = layers.slice(op.scale, 0, 0, 1)
        ones = layers.constant(self.weights, "ones", np.ones(channels))
        return layers.binary(BinaryOperator.MUL, ones, first)

    def by_group(
        self, op: NormalizeOp, layers: LayerBuilder, x: SSAValue, scale: SSAValue
    ) -> SSAValue:
        """Divide by sums over the pixels of one channel, or of all."""
        channels = shape_of(x)[0]
        groups = channels if op.across_channel is None else 1
        term = layers.constant(self.weights, "term", np.zeros(channels))
        normalization = GroupNormalization(
            groups, op.eps.value.data, op.guard.data, centred=False, summed=True
        )
        return normalization.insert(layers, x, scale, term)


def by_pixel(op: NormalizeOp, layers: LayerBuilder, x: SSAValue, scale: SSAValue) -> SSAValue:
    """Divide by sums over channels, one for each pixel, and multiply by the scale."""
    eps = op.eps.value.data
    square = layers.reduce(ReductionKind.SUMSQ, x, [0])
    match op.guard.data:
        case EpsGuard.ADDED_TO_SQUARE:
            square = layers.scalar(BinaryOperator.ADD, square, eps)
            root = layers.unary(UnaryOperator.SQRT, square)
        case EpsGuard.LEAST_SQUARE:
            square = layers.scalar(BinaryOperator.MAX, square, eps)
            root = layers.unary(UnaryOperator.SQRT, square)
        case EpsGuard.LEAST_ROOT:
            root = layers.unary(UnaryOperator.SQRT, square)
            root = layers.scalar(BinaryOperator.MAX, root, eps)
        case EpsGuard.ADDED_TO_ROOT:
            root = layers.unary(UnaryOperator.SQRT, square)
            root = layers.scalar(BinaryOperator.ADD, root, eps)
    factor = layers.scalar(BinaryOperator.RDIV, root, 1.0)
    column = layers.reshape(scale, (shape_of(x)[0], *(1 for _ in shape_of(x)[1:])))
    return layers.binary(BinaryOperator.MUL, layers.binary(BinaryOperator.MUL, x, factor), column)


class ExpandNormalizePass(RewritePass):
    """
    Expand Normalize, which divides each channel, all channels, or each pixel by its length.

        ncnn.normalize added_to_square %x, %s across_spatial across_channel : tensor<8x4x4xf32>
        -> ncnn.normalize_groups added_to_square %x, %s, [0, ...] groups 1 eps 1.0e-04 summed

        ncnn.normalize added_to_square %x, %s across_channel : tensor<8x4x4xf32>
        -> %q = ncnn.reduction sumsq %x axes [0] keepdims
           %f = 1 / sqrt(%q + 1.0e-04)
           ncnn.binaryop mul (ncnn.binaryop mul %x, %f), %s
    """

    name = "expand-normalize"
    PATTERNS = (ExpandNormalize,)
