"""Remove Reshape, ExpandDims and the like that only spell out how a BinaryOp broadcasts."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, PatternRewriteWalker, op_type_rewrite_pattern

from ...dialects.ncnn.layers.binaryop import BinaryOpOp
from ...dialects.ncnn.layers.reshape import ReshapingOp
from ...dialects.ncnn.rules.broadcast import align
from ...dialects.ncnn.shapes import has_shape, shape_of
from ..common.locations import fuse_locations
from ..common.rebuild import rebuild
from ..common.remarks import GraphPattern, Remarks


class ReadBinaryOperandBeforeReshape(GraphPattern):
    """Let a BinaryOp read what a reshape reads, if that broadcasts the same way."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BinaryOpOp, rewriter: PatternRewriter):
        for name, operand, other in (("lhs", op.lhs, op.rhs), ("rhs", op.rhs, op.lhs)):
            reshape = operand.owner
            if not isinstance(reshape, ReshapingOp):
                continue
            if (reason := reason_against(reshape, other)) is not None:
                self.remarks.declined(reason, reshape, op)
                continue
            self.remarks.made(reshape, op)
            new_op = rebuild(op, operands={name: reshape.input})
            new_op.location = fuse_locations(op, reshape)
            rewriter.replace(op, new_op)
            if reshape.output.first_use is None:
                rewriter.erase(reshape)
            return


def reason_against(reshape: ReshapingOp, other: SSAValue) -> str | None:
    """Why a BinaryOp of a reshaped blob and another one needs the reshape; None if it does not."""
    if not all(map(has_shape, (reshape.input, reshape.output, other))):
        return "how the operands broadcast is unknown without their shapes"
    before, after, beside = shape_of(reshape.input), shape_of(reshape.output), shape_of(other)
    if len(before) > len(beside) or len(after) > len(beside):
        return "the reshaped operand decides the shape of the result"
    if align(before, beside) != align(after, beside):
        return "without the reshape the operand would broadcast along another axis"
    return None


class EliminateReshapeBeforeBinaryopPass(ModulePass):
    """
    Remove reshapes in front of a BinaryOp that broadcasts its operand the same way without.

        %a = ncnn.reshape %v shape [8, 1, 1] : (tensor<8xf32>) -> tensor<8x1x1xf32>
        %y = ncnn.binaryop mul %x, %a        ->   %y = ncnn.binaryop mul %x, %v

    Source: ncnnoptimize, `eliminate_reshape_before_binaryop`, which assumes that a vector always
    goes along the channels.
    """

    name = "eliminate-reshape-before-binaryop"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        # Again and again, for both operands may be reshaped.
        pattern = ReadBinaryOperandBeforeReshape(Remarks.of(ctx, self.name))
        PatternRewriteWalker(pattern).rewrite_module(op)
