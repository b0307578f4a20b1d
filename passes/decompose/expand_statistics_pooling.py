"""Expand StatisticsPooling into means and deviations."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.ncnn.layers.binaryop import BinaryOperator
from ...dialects.ncnn.layers.reduction import ReductionKind
from ...dialects.ncnn.layers.statisticspooling import StatisticsPoolingOp
from ...dialects.ncnn.layers.unaryop import UnaryOperator
from ...dialects.ncnn.shapes import has_shape
from ...dialects.symbols import extents_of
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
        dynamic = extents_of(op.input) is not None
        x = layers.reshape(op.input, (channels, cells), columns=dynamic)
        mean = layers.reduce(ReductionKind.MEAN, x, [1])
        parts = [mean]
        if op.stddev is not None:
            rest = layers.binary(BinaryOperator.SUB, x, mean)
            squares = layers.unary(UnaryOperator.SQUARE, rest)
            variance = layers.reduce(ReductionKind.MEAN, squares, [1])
            parts.append(layers.unary(UnaryOperator.SQRT, variance))
        y = layers.concat([layers.reshape(part, (channels,)) for part in parts], 0)
        rewriter.replace(op, [], [y])


class ExpandStatisticsPoolingPass(RewritePass):
    """
    Expand to reductions: the mean of a channel, and of the squares of the deviations from it.

        %y = ncnn.statisticspooling %x stddev ...
        -> %c = ncnn.reshape %x shape [4, 30] ...
           %m = ncnn.reduction mean %c axes [1] keepdims ...
           %r = ncnn.binaryop sub %c, %m ...
           %s = ncnn.unaryop square %r ...
           %v = ncnn.reduction mean %s axes [1] keepdims ...
           %d = ncnn.unaryop sqrt %v ...
           %y = ncnn.concat %m, %d ...
    """

    name = "expand-statistics-pooling"
    PATTERNS = (ReduceChannels,)
