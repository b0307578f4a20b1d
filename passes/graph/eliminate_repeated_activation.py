"""Remove idempotent activations, and merge consecutive clamps."""

from __future__ import annotations

from xdsl.dialects.builtin import FloatAttr, f32
from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.layers.activation import ClipOp, ReLUOp
from ...dialects.ncnn.layers.elementwise import ElementwiseOp
from ...dialects.ncnn.rules.value_range import FLOAT_MAX, POSITIVE, Range
from ..common.errors import layer_name
from ..common.locations import fuse_locations
from ..common.rewrite import RewritePass
from .analysis.value_range import range_of
from .rewriting.elide import ElidingPattern


class ElideUnchangedValues(ElidingPattern):
    """Replace an activation by its input if all elements lie where it is the identity."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter):
        kept = op.identity_range() if isinstance(op, NcnnOp) else None
        if kept is not None and range_of(op.operands[0]) in kept:
            self.elide(op, op.operands[0], rewriter)


class MergeClamps(ElidingPattern):
    """`clamp(clamp(x))` brings the bounds of the inner range into the outer one."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter):
        outer = op.clamp() if isinstance(op, NcnnOp) else None
        first = op.operands[0].owner if outer is not None else None
        inner = first.clamp() if isinstance(first, ElementwiseOp) else None
        if outer is None or inner is None:
            return
        assert isinstance(first, ElementwiseOp)  # it has a range
        if not first.results[0].has_one_use():
            reason = f"the result of {layer_name(first)} has other users"
            self.remarks.declined(reason, first, op)
            return
        both = Range(outer.clamped(inner.low), outer.clamped(inner.high))
        self.remarks.made(first, op)
        merged = clamping(both, first, op)
        merged.attributes |= op.attributes
        merged.location = fuse_locations(op, first)
        rewriter.replace(op, merged)
        rewriter.erase(first)


def clamping(range: Range, first: ElementwiseOp, op: Operation) -> ReLUOp | ClipOp:
    """Return a ReLU or Clip of the input of `first`, in place of `op`."""
    operands, types = [first.operands[0]], [op.results[0].type]
    if range == POSITIVE:
        return ReLUOp.build(operands=operands, result_types=types)
    bounds = (max(range.low, -FLOAT_MAX), min(range.high, FLOAT_MAX))
    low, high = (FloatAttr(bound, f32) for bound in bounds)
    return ClipOp.build(operands=operands, properties={"min": low, "max": high}, result_types=types)


class EliminateRepeatedActivationPass(RewritePass):
    """
    Remove a ReLU, PReLU, Clip or AbsVal of values that it leaves as they are; make one of two that
    clamp.

        %a = ncnn.sigmoid %x
        %y = ncnn.relu %a                   ->   %a
        %b = ncnn.relu %x
        %z = ncnn.clip %b min -1.0 max 6.0  ->   %z = ncnn.clip %x min 0.0 max 6.0
    """

    name = "eliminate-repeated-activation"
    PATTERNS = (ElideUnchangedValues, MergeClamps)
