"""Turn means (and maxima) over height and width into global poolings."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.ir import OpResult
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ...dialects.ncnn.base import has_shape, shape_of
from ...dialects.ncnn.pooling import PoolingKind, PoolingKindAttr, PoolingOp
from ...dialects.ncnn.reduction import ReductionKind, ReductionOp
from ..support.locations import fuse_locations

POOLINGS = {ReductionKind.MEAN: PoolingKind.AVG, ReductionKind.MAX: PoolingKind.MAX}
"""Reductions that a global pooling computes; each is also its own composition over further axes."""

SPATIAL_AXES = {1, 2}


class ReplaceSpatialReductionWithPooling(RewritePattern):
    """Replace a reduction of `c,h,w` to `c`, in one step or two, by a global pooling."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ReductionOp, rewriter: PatternRewriter):
        if not is_poolable(op):
            return
        inner = op.input.op if isinstance(op.input, OpResult) else None
        if reduces_plane(op, set(op.resolved_axes())):
            replace_with_pooling(rewriter, op, [op])
        elif (
            isinstance(inner, ReductionOp)
            and is_poolable(inner)
            and inner.kind == op.kind
            and inner.output.has_one_use()
            and reduces_plane(inner, composed_axes(inner, op), op)
        ):
            replace_with_pooling(rewriter, op, [inner, op])


def is_poolable(op: ReductionOp) -> bool:
    """Whether the reduction is a plain mean or maximum of a tensor of known shape."""
    return op.kind.data in POOLINGS and op.coeff.value.data == 1.0 and has_shape(op.input)


def composed_axes(inner: ReductionOp, outer: ReductionOp) -> set[int]:
    """The axes of the inner reduction's input that both together reduce."""
    reduced = inner.resolved_axes()
    rank = len(shape_of(inner.input))
    left = [axis for axis in range(rank) if inner.keepdims is not None or axis not in reduced]
    if not left:
        return set(reduced)
    return {*reduced, *(left[axis] for axis in outer.resolved_axes())}


def reduces_plane(first: ReductionOp, axes: set[int], last: ReductionOp | None = None) -> bool:
    """
    Whether reducing these axes of the first op's input makes `c` of `c,h,w`, as the last op does.
    """
    shape, result = shape_of(first.input), (last or first).output
    return len(shape) == 3 and axes == SPATIAL_AXES and shape_of(result) == shape[:1]


def replace_with_pooling(
    rewriter: PatternRewriter, op: ReductionOp, merged: list[ReductionOp]
) -> None:
    """Replace the last of the merged reductions by a pooling of the input of the first."""
    pooling = PoolingOp.build(
        operands=[merged[0].input],
        properties={
            "kind": PoolingKindAttr(POOLINGS[op.kind.data]),
            "is_global": UnitAttr(),
        },
        result_types=op.result_types,
    )
    pooling.location = fuse_locations(*merged)
    rewriter.replace(op, pooling)
    for reduction in merged[:-1]:
        rewriter.erase(reduction)


@dataclass(frozen=True)
class ReplaceReductionWithGlobalPoolingPass(ModulePass):
    """
    Turn a mean or maximum over height and width, in one step or two, into a global pooling.

        %a = ncnn.reduction mean %x axes [2] : tensor<8x7x7xf32> -> tensor<8x7xf32>
        %y = ncnn.reduction mean %a axes [1] : tensor<8x7xf32> -> tensor<8xf32>
        ->
        %y = ncnn.pooling avg %x global : tensor<8x7x7xf32> -> tensor<8xf32>

    Source: ncnnoptimize, `replace_reduction_with_global_pooling`, which looks at axis numbers and
    not at what they mean, and drops `keepdims`.
    """

    name = "replace-reduction-with-global-pooling"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        walker = PatternRewriteWalker(ReplaceSpatialReductionWithPooling(), apply_recursively=False)
        walker.rewrite_module(op)
