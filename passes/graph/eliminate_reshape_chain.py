"""Keep only the last of consecutive reshapes."""

from __future__ import annotations

from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineConstantExpr
from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.constraints import int_array
from ...dialects.ncnn.layers.reshape import FlattenOp, ReshapeOp, ReshapingOp
from ...dialects.ncnn.shapes import has_shape, shape_of
from ...dialects.symbols import extents_of, have_same_extents
from ..common.errors import layer_name
from ..common.locations import fuse_locations
from ..common.rebuild import attributes_for_other_type, rebuild
from ..common.rewrite import RewritePass
from .rewriting.elide import ElidingPattern


class SkipFirstReshape(ElidingPattern):
    """Let a reshape of a reshape read the input of the first."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ReshapingOp, rewriter: PatternRewriter):
        first = op.input.owner
        if not isinstance(first, ReshapingOp):
            return
        if may_change_batch(first) or may_change_batch(op):
            self.remarks.declined("how large the batch is that they count is unknown", first, op)
        elif has_shape(op.output) and have_same_extents(op.output, first.input):
            self.elide(op, first.input, rewriter, first)
        elif (reason := why_not_skip(first, op)) is not None:
            self.remarks.declined(reason, first, op)
        else:
            self.remarks.made(first, op)
            merged = reshaped(first.input, op)
            merged.location = fuse_locations(op, first)
            rewriter.replace(op, merged)
        if first.output.first_use is None:
            rewriter.erase(first)


def may_change_batch(op: ReshapingOp) -> bool:
    """Return whether the input or the result may be a batch, whose items count among the axes."""
    return not op.keeps_batch() and not (has_shape(op.input) and has_shape(op.output))


def why_not_skip(first: ReshapingOp, op: ReshapingOp) -> str | None:
    """Return why the first reshape cannot be skipped."""
    if not first.output.has_one_use():
        return f"the result of {layer_name(first)} has other users"
    if suits_any_input(op):
        return None
    if not has_shape(op.output):
        return f"the shape that {layer_name(op)} takes extents from is unknown"
    if len(dynamic_axes(op.output)) > 1:
        return "several extents of the new shape are dynamic"
    return None


def suits_any_input(op: ReshapingOp) -> bool:
    """Return whether the new shape is the same for all inputs with the same number of cells."""
    return isinstance(op, FlattenOp) or (isinstance(op, ReshapeOp) and not op.takes_extents())


def dynamic_axes(value: SSAValue) -> list[int]:
    """Return the axes whose extents are known only at run time."""
    extents = extents_of(value)
    results = () if extents is None else extents.results
    return [axis for axis, n in enumerate(results) if not isinstance(n, AffineConstantExpr)]


def reshaped(x: SSAValue, op: ReshapingOp) -> ReshapingOp:
    """Return `x` in the new shape, without extents taken from the input, which is another now."""
    if suits_any_input(op):
        return rebuild(op, operands={"input": x})
    dynamic = dynamic_axes(op.output)
    shape = [-1 if axis in dynamic else n for axis, n in enumerate(shape_of(op.output))]
    return ReshapeOp.build(
        operands=[x, []],
        properties={"shape": int_array(shape)},
        attributes=op.attributes if isinstance(op, ReshapeOp) else attributes_for_other_type(op),
        result_types=[op.output.type],
    )


class EliminateReshapeChainPass(RewritePass):
    """
    Keep only the last of consecutive reshapes (also Flatten, Squeeze, ExpandDims), and none if it
    restores the shape. An extent known at run time becomes the inferred one (-1).

        %a = ncnn.reshape %x shape [2, 3, 4]
        %y = ncnn.flatten %a   ->   %y = ncnn.flatten %x
    """

    name = "eliminate-reshape-chain"
    PATTERNS = (SkipFirstReshape,)
