"""Remove Flatten layers after global poolings, which make vectors."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.ncnn.layers.pooling import PoolingOp
from ...dialects.ncnn.layers.reshape import FlattenOp
from ..common.rewrite import RewritePass
from .rewriting.elide import ElidingPattern


class ElideFlattenOfGlobalPooling(ElidingPattern):
    """Replace the flattened result of a global pooling by the result."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: FlattenOp, rewriter: PatternRewriter):
        pooling = op.input.owner
        if not isinstance(pooling, PoolingOp):
            return
        if pooling.is_global is None:
            self.remarks.declined("the pooling is not global", pooling, op)
            return
        self.elide(op, op.input, rewriter, pooling)


class EliminateFlattenAfterGlobalPoolingPass(RewritePass):
    """
    Remove flattenings of the result of a global pooling, which is a vector.

        %a = ncnn.pooling avg %x global : tensor<8x7x7xf32> -> tensor<8xf32>
        %y = ncnn.flatten %a : tensor<8xf32> -> tensor<8xf32>   ->   %a

    Source: ncnnoptimize, `eliminate_flatten_after_global_pooling`.
    """

    name = "eliminate-flatten-after-global-pooling"
    PATTERNS = (ElideFlattenOfGlobalPooling,)
