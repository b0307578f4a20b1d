"""Expand StatisticsPooling into means and deviations."""

from __future__ import annotations

from math import sqrt

from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.ncnn.layers.binaryop import BinaryOperator
from ...dialects.ncnn.layers.reduction import ReductionKind
from ...dialects.ncnn.layers.statisticspooling import StatisticsPoolingOp
from ...dialects.ncnn.shapes import has_shape
from ..common.rewrite import RewritePass
from .building.replacement_builder import ReplacementBuilder


class ReduceChannels(RewritePattern):
    """Reduce the cells of each channel."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: StatisticsPoolingOp, rewriter: PatternRewriter) -> None:
        if not has_shape(op.input):
            return
        layers = ReplacementBuilder(op, rewriter)
        channels, cells = op.channels_and_cells()
        x = layers.reshape(op.input, (channels, cells))
        mean = layers.reduce(ReductionKind.MEAN, x, [1])
        parts = [mean]
        if op.stddev is not None:
            rest = layers.binary(BinaryOperator.SUB, x, mean)
            length = layers.reduce(ReductionKind.L2, rest, [1])
            parts.append(layers.scalar(BinaryOperator.MUL, length, 1 / sqrt(cells)))
        y = layers.concat([layers.reshape(part, (channels,)) for part in parts], 0)
        rewriter.replace(op, [], [y])


class ExpandStatisticsPoolingPass(RewritePass):
    """
    Expand to reductions: the mean of a channel, and the norm of the deviations from it.

        %y = ncnn.statisticspooling %x stddev ...
        -> %c = ncnn.reshape %x shape [4, 30] ...
           %m = ncnn.reduction mean %c axes [1] keepdims ...
           %r = ncnn.binaryop sub %c, %m ...
           %l = ncnn.reduction l2 %r axes [1] keepdims ...
           %d = ncnn.binaryop_scalar mul %l, 0.182 ...              // 1 / sqrt(30)
           %y = ncnn.concat %m, %d ...
    """

    name = "expand-statistics-pooling"
    PATTERNS = (ReduceChannels,)
