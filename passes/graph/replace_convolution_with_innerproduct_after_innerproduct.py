"""Turn 1x1 convolutions of the results of inner products into inner products."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.ncnn.layers.convolution import ConvolutionOp
from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ..common.rewrite import RewritePass
from .linear.convolution_of_vector import ConvolutionOfVectorPattern


class ReplaceConvolutionOfInnerProduct(ConvolutionOfVectorPattern):
    """Replace the 1x1 convolution of an inner product's result by an inner product."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ConvolutionOp, rewriter: PatternRewriter):
        inner_product = op.input.owner
        if isinstance(inner_product, InnerProductOp):
            self.replace(op, rewriter, inner_product)


class ReplaceConvolutionWithInnerproductAfterInnerproductPass(RewritePass):
    """
    Turn 1x1 convolutions of vectors that inner products make into inner products, one by one.

        %a = ncnn.innerproduct %x, %v : tensor<6xf32>, tensor<8x6xf32> -> tensor<8xf32>
        %y = ncnn.convolution %a, %w : tensor<8xf32>, tensor<4x8x1x1xf32> -> tensor<4xf32>
        ->
        %y = ncnn.innerproduct %a, %w : tensor<8xf32>, tensor<4x8xf32> -> tensor<4xf32>

    Source: ncnnoptimize, `replace_convolution_with_innerproduct_after_innerproduct`, which checks
    neither the kernel nor that the input is a vector, and gives the int8 scales to the wrong layer.
    """

    name = "replace-convolution-with-innerproduct-after-innerproduct"
    PATTERNS = (ReplaceConvolutionOfInnerProduct,)
