"""Remove pairs of Slice and Concat that undo each other."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.constraints import int_list
from ...dialects.ncnn.layers.concat import ConcatOp
from ...dialects.ncnn.layers.slice import SliceOp
from ...dialects.ncnn.rules.axes import REST
from ...dialects.ncnn.shapes import has_shape, shape_of
from ..common.errors import layer_name
from ..common.rewrite import RewritePass
from .rewriting.elide import ElidingPattern


class ElideConcatOfSlices(ElidingPattern):
    """Replace the concatenation of all parts of a value, in order, by the value."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ConcatOp, rewriter: PatternRewriter):
        if len(op.inputs) == 1:
            self.elide(op, op.inputs[0], rewriter)
            return
        parts = op.inputs[0].owner if op.inputs else None
        if not isinstance(parts, SliceOp) or list(op.inputs) != list(parts.outputs):
            return
        if (reason := why_not_whole(parts, op)) is not None:
            self.remarks.declined(reason, parts, op)
            return
        self.elide(op, parts.input, rewriter, parts)
        if all(part.first_use is None for part in parts.outputs):
            rewriter.erase(parts)


def why_not_whole(parts: SliceOp, op: ConcatOp) -> str | None:
    """Why the parts side by side are not what was sliced."""
    if not same_axis(parts, op):
        return "they are along different axes"
    other_users = [not part.has_one_use() for part in parts.outputs]
    if any(other_users) and not all(other_users):
        return f"{layer_name(parts)} would have outputs that nothing reads, as networks have"
    if has_shape(parts.input):
        extent = shape_of(parts.input)[parts.resolved_axis()]
        covered = parts.ranges()[-1][1] == extent
        return None if covered else "the parts are not all of the input"
    to_the_end = bool(int_list(parts.split_points)) or int_list(parts.sizes)[-1:] == [REST]
    return None if to_the_end else "the shape of the input is unknown"


def same_axis(parts: SliceOp, op: ConcatOp) -> bool:
    """Return whether both have the same axis; counted alike if the rank is unknown."""
    if has_shape(parts.input) and has_shape(op.output):
        return parts.resolved_axis() == op.resolved_axis()
    return parts.axis == op.axis


class ElideSlicesOfConcat(ElidingPattern):
    """Replace the parts of a concatenation that it was made of by these."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: SliceOp, rewriter: PatternRewriter):
        whole = op.input.owner
        if not isinstance(whole, ConcatOp):
            return
        if not has_shape(op.input):
            self.remarks.declined("the shape of the parts is unknown", whole, op)
            return
        axis = op.resolved_axis()
        sizes = [end - start for start, end in op.ranges()]
        if not same_axis(op, whole) or sizes != [shape_of(part)[axis] for part in whole.inputs]:
            self.remarks.declined("the parts differ", whole, op)
            return
        if not self.may_elide(op, whole.inputs, whole):
            return
        self.remarks.made(whole, op)
        rewriter.replace(op, [], list(whole.inputs))
        if whole.output.first_use is None:
            rewriter.erase(whole)


class EliminateSliceConcatPass(RewritePass):
    """
    Remove a Concat of all parts of a Slice, and a Slice into the inputs of a Concat.

        %a, %b = ncnn.slice %x sizes [2, 2]
        %y = ncnn.concat %a, %b   ->   %x
    """

    name = "eliminate-slice-concat"
    PATTERNS = (ElideConcatOfSlices, ElideSlicesOfConcat)
