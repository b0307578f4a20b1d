"""Expand ArgMax into row-wise TopK."""

from __future__ import annotations

from math import prod

from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.constraints import int_array
from ...dialects.ncnn.internal.top_k import TopKOp
from ...dialects.ncnn.layers.argmax import ArgMaxOp
from ...dialects.ncnn.layers.binaryop import BinaryOperator
from ...dialects.ncnn.layers.flip import FlipOp
from ...dialects.ncnn.shapes import has_shape, shape_of, tensor_type
from ..common.rewrite import RewritePass
from .building.replacement_builder import ReplacementBuilder


class FindInReverse(RewritePattern):
    """
    Find the largest elements of the reversed blob, where the last of equal elements comes first.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ArgMaxOp, rewriter: PatternRewriter) -> None:
        if not has_shape(op.input):
            return
        layers, size = ReplacementBuilder(op, rewriter), prod(shape_of(op.input))
        x = layers.reshape(op.input, (size,))
        backwards = layers.insert(
            FlipOp.build(operands=[x], properties={"axes": int_array([0])}, result_types=[x.type])
        )
        type = tensor_type((op.topk.value.data,))
        found = TopKOp.build(
            operands=[backwards], properties={"k": op.topk}, result_types=[type, type]
        )
        layers.insert(found)
        places = layers.scalar(BinaryOperator.RSUB, found.indices, size - 1)
        rows = [places] if op.values is None else [found.values, places]
        rows = [layers.reshape(row, (1, op.topk.value.data)) for row in rows]
        rewriter.replace(op, [], [layers.concat(rows, 0)])


class ExpandArgmaxPass(RewritePass):
    """
    Find the indices of the largest elements in the reversed blob.

        %y = ncnn.argmax %x top 3 values ...
        -> %f = ncnn.reshape %x shape [35] ...
           %b = ncnn.flip %f axes [0] ...
           %v, %i = ncnn.top_k %b k 3 ...
           %p = ncnn.binaryop_scalar rsub %i, 34.0 ...
           %y = ncnn.concat %v, %p ...                    // both as rows
    """

    name = "expand-argmax"
    PATTERNS = (FindInReverse,)
