"""Turn 1x1 convolutions of vectors into inner products."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.ncnn.layers.convolution import ConvolutionOp
from ..common.rewrite import RewritePass
from .analysis.ranks import rank_of
from .linear.convolution_of_vector import ConvolutionOfVectorPattern


class ReplaceConvolutionOfVector(ConvolutionOfVectorPattern):
    """Replace the 1x1 convolution of any vector by an inner product."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ConvolutionOp, rewriter: PatternRewriter):
        if rank_of(op.input) == 1:
            self.replace(op, rewriter)


class ReplaceConvolutionWithInnerproductPass(RewritePass):
    """
    Turn 1x1 convolutions of vectors, whatever makes these, into inner products.

        %y = ncnn.convolution %x, %w : tensor<8xf32>, tensor<4x8x1x1xf32> -> tensor<4xf32>
        ->
        %y = ncnn.innerproduct %x, %w : tensor<8xf32>, tensor<4x8xf32> -> tensor<4xf32>

    In ncnnoptimize it has two cases,
    `replace-convolution-with-innerproduct-after-global-pooling` and
    `replace-convolution-with-innerproduct-after-innerproduct`.
    """

    name = "replace-convolution-with-innerproduct"
    PATTERNS = (ReplaceConvolutionOfVector,)
