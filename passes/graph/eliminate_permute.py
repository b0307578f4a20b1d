"""Remove identity Permutes, and merge consecutive ones."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.ncnn.layers.permute import ORDERS, PermuteOp
from ...dialects.ncnn.rules.axes import AXIS_NAMES
from ...dialects.ncnn.shapes import Shape, has_shape, shape_of
from ..common.errors import layer_name
from ..common.locations import fuse_locations
from ..common.rebuild import rebuild
from ..common.rewrite import RewritePass
from .rewriting.elide import ElidingPattern


class ElideIdentityPermute(ElidingPattern):
    """Replace a permute that leaves all axes of more than one cell in order by its input."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: PermuteOp, rewriter: PatternRewriter):
        if op.order.value.data == 0:
            self.elide(op, op.input, rewriter)
        elif not has_shape(op.input):
            self.remarks.declined("the shape of its input is unknown", op)
        elif keeps_order(op.permutation(), shape_of(op.input)):
            self.elide(op, op.input, rewriter)


class MergePermutes(ElidingPattern):
    """Merge a permute of a permute into one permute, or nothing."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: PermuteOp, rewriter: PatternRewriter):
        first = op.input.owner
        if not isinstance(first, PermuteOp):
            return
        if not has_shape(first.input):
            self.remarks.declined("the shape of their input is unknown", first, op)
            return
        inner = first.permutation()
        permutation = [inner[axis] for axis in op.permutation()]
        if keeps_order(permutation, shape_of(first.input)):
            self.elide(op, first.input, rewriter, first)
        elif first.output.has_one_use():
            self.remarks.made(first, op)
            order = IntegerAttr(order_of(permutation), i64)
            merged = rebuild(op, operands={"input": first.input}, properties={"order": order})
            merged.location = fuse_locations(op, first)
            rewriter.replace(op, merged)
        else:
            reason = f"the result of {layer_name(first)} has other users"
            self.remarks.declined(reason, first, op)
            return
        if first.output.first_use is None:
            rewriter.erase(first)


def keeps_order(permutation: Sequence[int], shape: Shape) -> bool:
    """Return whether shape and order of all cells stay: only axes of extent 1 may move."""
    moved = [axis for axis in permutation if shape[axis] > 1]
    return moved == sorted(moved) and tuple(shape[axis] for axis in permutation) == shape


def order_of(permutation: Sequence[int]) -> int:
    """ncnn's number of a permutation, the inverse of `PermuteOp.permutation`."""
    rank = len(permutation)
    names = "".join(AXIS_NAMES[rank][axis] for axis in reversed(permutation))
    return ORDERS[rank].index(names)


class EliminatePermutePass(RewritePass):
    """
    Remove permutes that move nothing, and make one of two.

        %a = ncnn.permute %x order 3
        %y = ncnn.permute %a order 4   ->   %x
    """

    name = "eliminate-permute"
    PATTERNS = (ElideIdentityPermute, MergePermutes)
