"""Remove Flatten layers of vectors."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.ncnn.layers.reshape import FlattenOp
from ..common.rewrite import RewritePass
from .analysis.ranks import rank_of
from .rewriting.elide import ElidingPattern


class ElideFlattenOfVector(ElidingPattern):
    """Replace the flattened form of a vector by the vector."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: FlattenOp, rewriter: PatternRewriter):
        if rank_of(op.input) == 1:
            self.elide(op, op.input, rewriter)
        elif rank_of(op.input) is None:
            self.remarks.declined("its input may have several dimensions", op)


class EliminateFlattenPass(RewritePass):
    """
    Remove flattenings of vectors.

        %y = ncnn.flatten %a : tensor<8xf32> -> tensor<8xf32>   ->   %a

    `eliminate-flatten-after-global-pooling` and `eliminate-flatten-after-innerproduct` are its two
    cases in ncnnoptimize.
    """

    name = "eliminate-flatten"
    PATTERNS = (ElideFlattenOfVector,)
