"""Remove Flatten layers after inner products that make vectors."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ...dialects.ncnn.layers.reshape import FlattenOp
from ..common.rewrite import RewritePass
from .analysis.ranks import rank_of
from .rewriting.elide import ElidingPattern


class ElideFlattenOfInnerProduct(ElidingPattern):
    """Replace the flattened result of an inner product by the result, if that is a vector."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: FlattenOp, rewriter: PatternRewriter):
        inner_product = op.input.owner
        if not isinstance(inner_product, InnerProductOp):
            return
        rank = rank_of(op.input)
        if rank == 1:
            self.elide(op, op.input, rewriter, inner_product)
            return
        verb = "may multiply" if rank is None else "multiplies"
        self.remarks.declined(f"the inner product {verb} rows of a matrix", inner_product, op)


class EliminateFlattenAfterInnerproductPass(RewritePass):
    """
    Remove flattenings of the result of an inner product of a vector or a whole image: a vector.

        %a = ncnn.innerproduct %x, %w : tensor<6xf32>, tensor<4x6xf32> -> tensor<4xf32>
        %y = ncnn.flatten %a : tensor<4xf32> -> tensor<4xf32>   ->   %a

    Source: ncnnoptimize, `eliminate_flatten_after_innerproduct`, which forgets that an inner
    product of rows makes a matrix.
    """

    name = "eliminate-flatten-after-innerproduct"
    PATTERNS = (ElideFlattenOfInnerProduct,)
