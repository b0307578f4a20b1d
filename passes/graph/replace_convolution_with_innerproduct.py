"""Turn convolutions of vectors into inner products."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, PatternRewriteWalker, RewritePattern

from ...dialects.ncnn.axes import int_array
from ...dialects.ncnn.base import has_shape, shape_of, tensor_type
from ...dialects.ncnn.convolution import ConvolutionBase
from ...dialects.ncnn.innerproduct import InnerProductOp
from ...dialects.ncnn.reshape import ReshapeOp
from ..support.linear import insert, scale_term


class ReplaceConvolutionOfVector(RewritePattern):
    """Replace a 1x1 convolution of a vector by an inner product with the weights as a matrix."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter):
        if not isinstance(op, ConvolutionBase) or not is_convolution_of_vector(op):
            return
        matrix = shape_of(op.weight)[:2]
        reshape = ReshapeOp.build(
            operands=[op.weight, []],
            properties={"shape": int_array(matrix)},
            result_types=[tensor_type(matrix)],
        )
        weight = insert(rewriter, reshape, op)
        bias = [] if op.bias is None else [op.bias]
        inner_product = InnerProductOp.build(
            operands=[op.input, weight, bias, [], [], []],
            properties={
                "activation": op.activation,
                "activation_params": op.activation_params,
            },
            regions=[[]],
            result_types=op.result_types,
        )
        inner_product.location = op.location
        rewriter.replace(op, inner_product)


def is_convolution_of_vector(op: ConvolutionBase) -> bool:
    """Whether the op computes in float32 what an inner product does, and is not scheduled yet."""
    if not has_shape(op.input) or not has_shape(op.weight) or scale_term(op) != 0:
        return False
    return op.is_vector and op.algorithm is None and op.epilogue is None


@dataclass(frozen=True)
class ReplaceConvolutionWithInnerproductPass(ModulePass):
    """
    Turn 1x1 convolutions of vectors, found after global poolings and inner products, into inner
    products.

        %y = ncnn.convolution %x, %w : tensor<64xf32>, tensor<10x64x1x1xf32> -> tensor<10xf32>
        ->
        %m = ncnn.reshape %w shape [10, 64] : (tensor<10x64x1x1xf32>) -> tensor<10x64xf32>
        %y = ncnn.innerproduct %x, %m : tensor<64xf32>, tensor<10x64xf32> -> tensor<10xf32>

    Source: ncnnoptimize, `replace_convolution_with_innerproduct_after_global_pooling` and
    `..._after_innerproduct`, which check neither the kernel nor that the input is a vector.
    """

    name = "replace-convolution-with-innerproduct"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        walker = PatternRewriteWalker(ReplaceConvolutionOfVector(), apply_recursively=False)
        walker.rewrite_module(op)
