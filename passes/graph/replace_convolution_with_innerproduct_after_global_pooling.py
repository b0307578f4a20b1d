"""Turn 1x1 convolutions of globally pooled blobs into inner products."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.ncnn.layers.convolution import ConvolutionOp
from ...dialects.ncnn.layers.pooling import PoolingOp
from ..common.rewrite import RewritePass
from .linear.convolution_of_vector import ConvolutionOfVectorPattern


class ReplaceConvolutionOfGlobalPooling(ConvolutionOfVectorPattern):
    """Replace the 1x1 convolution of a global pooling's result by an inner product."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ConvolutionOp, rewriter: PatternRewriter):
        pooling = op.input.owner
        if isinstance(pooling, PoolingOp) and pooling.is_global is not None:
            self.replace(op, rewriter, pooling)


class ReplaceConvolutionWithInnerproductAfterGlobalPoolingPass(RewritePass):
    """
    Turn 1x1 convolutions of the result of a global pooling, a vector, into inner products.

        %a = ncnn.pooling avg %x global : tensor<8x7x7xf32> -> tensor<8xf32>
        %y = ncnn.convolution %a, %w : tensor<8xf32>, tensor<4x8x1x1xf32> -> tensor<4xf32>
        ->
        %y = ncnn.innerproduct %a, %w : tensor<8xf32>, tensor<4x8xf32> -> tensor<4xf32>

    Source: ncnnoptimize, `replace_convolution_with_innerproduct_after_global_pooling`, which does
    not check the kernel.
    """

    name = "replace-convolution-with-innerproduct-after-global-pooling"
    PATTERNS = (ReplaceConvolutionOfGlobalPooling,)
