"""Turn means (and maxima) over height and width into global poolings."""

from __future__ import annotations

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import OpResult
from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.ncnn.errors import ShapeError
from ...dialects.ncnn.families.pooling_windows import PoolingKind, PoolingKindAttr
from ...dialects.ncnn.layers.pooling import PoolingOp
from ...dialects.ncnn.layers.reduction import ReductionKind, ReductionOp
from ..common.errors import layer_name
from ..common.locations import fuse_locations
from ..common.rebuild import attributes_for_other_type
from ..common.remarks import GraphPattern
from ..common.rewrite import RewritePass
from .analysis.ranks import rank_of

POOLINGS = {ReductionKind.MEAN: PoolingKind.AVG, ReductionKind.MAX: PoolingKind.MAX}
"""Reductions that a global pooling computes; each is also its own composition over further axes."""

SPATIAL_AXES = {1, 2}


class ReplaceSpatialReductionWithPooling(GraphPattern):
    """Replace a reduction of `c,h,w` to `c`, in one step or two, by a global pooling."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ReductionOp, rewriter: PatternRewriter):
        if op.kind.data not in POOLINGS:
            return
        inner = inner_reduction(op)
        reason = why_not_pool([op])
        if reason is None:
            self.replace(rewriter, [op])
        elif inner is not None and (reason := why_not_pool([inner, op])) is None:
            self.replace(rewriter, [inner, op])
        elif not is_inner_reduction(op):
            self.remarks.declined(reason, *([] if inner is None else [inner]), op)

    def replace(self, rewriter: PatternRewriter, merged: list[ReductionOp]) -> None:
        """Replace the last of the merged reductions by a pooling of the input of the first."""
        self.remarks.made(*merged)
        op = merged[-1]
        pooling = PoolingOp.build(
            operands=[merged[0].input],
            properties={
                "kind": PoolingKindAttr(POOLINGS[op.kind.data]),
                "is_global": UnitAttr(),
            },
            attributes=attributes_for_other_type(merged[0]),
            result_types=op.result_types,
        )
        pooling.location = fuse_locations(*merged)
        rewriter.replace(op, pooling)
        for reduction in merged[:-1]:
            rewriter.erase(reduction)


def inner_reduction(op: ReductionOp) -> ReductionOp | None:
    """Return the reduction of the same kind whose result the op reduces further."""
    inner = op.input.op if isinstance(op.input, OpResult) else None
    return inner if isinstance(inner, ReductionOp) and inner.kind == op.kind else None


def is_inner_reduction(op: ReductionOp) -> bool:
    """Return whether the only reader of the result is a reduction of the same kind."""
    use = op.output.get_user_of_unique_use()
    return isinstance(use, ReductionOp) and use.kind == op.kind


def why_not_pool(merged: list[ReductionOp]) -> str | None:
    """Why one or two reductions do not take the mean or maximum of every plane of `c,h,w`."""
    first, last = merged[0], merged[-1]
    if first is not last and not first.output.has_one_use():
        return f"the result of {layer_name(first)} has other users"
    if any(op.coeff.value.data != 1.0 for op in merged):
        return "a coefficient multiplies the result"
    if last.keepdims is not None:
        return "it keeps reduced axes, which a global pooling does not"
    rank = rank_of(first.input)
    if rank is None:
        return "the number of dimensions of the input is unknown"
    try:
        axes, left = composed_axes(merged, rank)
    except ShapeError as e:
        return str(e)
    if rank == 3 and axes == SPATIAL_AXES:
        kept = f"{layer_name(first)} keeps an axis that is not reduced further"
        return None if len(left) == 1 else kept
    return "it does not reduce height and width of c,h,w"


def composed_axes(merged: list[ReductionOp], rank: int) -> tuple[set[int], list[int]]:
    """Axes of the first input that are reduced, and that are kept. Raises: ShapeError."""
    left = list(range(rank))
    reduced: set[int] = set()
    for op in merged:
        axes = {left[axis] for axis in op.axes_of_rank(len(left))} if left else set[int]()
        reduced |= axes
        if op.keepdims is None:
            left = [axis for axis in left if axis not in axes]
    return reduced, left


class ReplaceReductionWithGlobalPoolingPass(RewritePass):
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
    PATTERNS = (ReplaceSpatialReductionWithPooling,)
