"""Remove Reshape layers to a vector after global poolings, which make vectors."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.ncnn.layers.pooling import PoolingOp
from ...dialects.ncnn.layers.reshape import ReshapeOp
from ...dialects.ncnn.shapes import has_shape
from ..common.rewrite import RewritePass
from .analysis.ranks import rank_of
from .rewriting.elide import ElidingPattern


class ElideReshapeOfGlobalPooling(ElidingPattern):
    """Replace the result of a global pooling, reshaped to a vector, by the result."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ReshapeOp, rewriter: PatternRewriter):
        pooling = op.input.owner
        if not isinstance(pooling, PoolingOp):
            return
        if pooling.is_global is None:
            self.remarks.declined("the pooling is not global", pooling, op)
        elif op.expression is not None:
            self.remarks.declined("the new shape is an expression", pooling, op)
        elif not op.keeps_batch() and not has_shape(op.output):
            self.remarks.declined("how large the batch is that it counts is unknown", pooling, op)
        elif rank_of(op.output) != 1:
            self.remarks.declined("the new shape has several dimensions", pooling, op)
        else:
            self.elide(op, op.input, rewriter, pooling)


class EliminateReshapeAfterGlobalPoolingPass(RewritePass):
    """
    Remove reshapes to a vector of the result of a global pooling, which is a vector.

        %a = ncnn.pooling avg %x global : tensor<8x7x7xf32> -> tensor<8xf32>
        %y = ncnn.reshape %a shape [-1] : (tensor<8xf32>) -> tensor<8xf32>   ->   %a

    Source: ncnnoptimize, `eliminate_reshape_after_global_pooling`.
    """

    name = "eliminate-reshape-after-global-pooling"
    PATTERNS = (ElideReshapeOfGlobalPooling,)
