"""Of reshapes one after the other keep the last."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.ncnn.base import has_shape, int_list, shape_of
from ...dialects.ncnn.layers.reshape import FlattenOp, ReshapeOp
from ...dialects.properties import int_array
from ..common.errors import layer_name
from ..common.locations import fuse_locations
from ..common.rebuild import rebuild
from ..common.remarks import Remarks
from ..common.rewrite import apply_patterns
from .rewriting.elide import ElidingPattern


@dataclass(frozen=True)
class SkipFirstReshape(ElidingPattern):
    """A reshape or flatten of another reads what that reads: all have the cells in one order."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ReshapeOp | FlattenOp, rewriter: PatternRewriter):
        first = op.input.owner
        if not isinstance(first, ReshapeOp | FlattenOp):
            return
        if has_shape(op.output) and op.output.type == first.input.type:
            self.elide(op, first.input, rewriter, first)
        elif (reason := why_not_skip(first, op)) is not None:
            self.remarks.declined(reason, first, op)
            return
        else:
            self.remarks.made(first, op)
            merged = rebuild(op, operands={"input": first.input}, properties=explicit_shape(op))
            merged.location = fuse_locations(op, first)
            rewriter.replace(op, merged)
        if first.output.first_use is None:
            rewriter.erase(first)


def why_not_skip(first: ReshapeOp | FlattenOp, op: ReshapeOp | FlattenOp) -> str | None:
    """Why the second cannot do without the first."""
    if not first.output.has_one_use():
        return f"the result of {layer_name(first)} has other users"
    if isinstance(op, FlattenOp) or has_shape(op.output):
        return None
    if op.expression is not None or 0 in int_list(op.shape):
        return f"the shape that {layer_name(op)} takes extents from is unknown"
    return None


def explicit_shape(op: ReshapeOp | FlattenOp) -> dict[str, Attribute]:
    """The new shape without extents taken from the input, which is another now."""
    if isinstance(op, FlattenOp) or (op.expression is None and 0 not in int_list(op.shape)):
        return {}
    return {"shape": int_array(shape_of(op.output))}


@dataclass(frozen=True)
class EliminateReshapeChainPass(ModulePass):
    """
    Of reshapes and flattens one after the other keep the last, and none if that restores the shape.

        %a = ncnn.reshape %x shape [2, 3, 4]
        %y = ncnn.flatten %a   ->   %y = ncnn.flatten %x
    """

    name = "eliminate-reshape-chain"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, SkipFirstReshape(Remarks.of(ctx, self.name)))
