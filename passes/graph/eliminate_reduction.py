"""Remove reductions of single elements."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.constraints import int_list
from ...dialects.ncnn.layers.reduction import ReductionKind, ReductionOp
from ...dialects.ncnn.shapes import has_shape, shape_of
from ..common.rewrite import RewritePass
from .analysis.ranks import rank_of
from .rewriting.elide import ElidingPattern

KEEPING = {ReductionKind.SUM, ReductionKind.MEAN, ReductionKind.PROD}
"""Kinds that are identities on one element. A maximum is not: ncnn's are finite."""


class ElideReductionOfSingleElements(ElidingPattern):
    """Replace the sum, mean or product of each element by itself."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ReductionOp, rewriter: PatternRewriter):
        if op.kind.data not in KEEPING or not reduces_single_elements(op):
            return
        if op.coeff.value.data != 1.0:
            self.remarks.declined("a coefficient multiplies the result", op)
        else:
            self.elide(op, op.input, rewriter)


def reduces_single_elements(op: ReductionOp) -> bool:
    """Decide if every result is of one element, in its place."""
    if has_shape(op.input):
        shape = shape_of(op.input)
        return op.infer_shapes() == [shape] and all(shape[i] == 1 for i in op.resolved_axes())
    rank = rank_of(op.input)
    return op.axes is not None and not int_list(op.axes) and rank is not None and rank > 1


class EliminateReductionPass(RewritePass):
    """
    Remove sums, means and products of single elements.

        %y = ncnn.reduction mean %x axes [] : tensor<3x4x5xf32> -> tensor<3x4x5xf32>   ->   %x

    So are those with `keepdims` over axes of one element. A vector is reduced whatever its axes.
    """

    name = "eliminate-reduction"
    PATTERNS = (ElideReductionOfSingleElements,)
