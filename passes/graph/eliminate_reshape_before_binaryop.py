"""Remove Reshape layers that only spell out how a BinaryOp broadcasts."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import OpResult, SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ...dialects.ncnn.base import has_shape, shape_of
from ...dialects.ncnn.broadcast import align
from ...dialects.ncnn.elementwise import BinaryOpOp
from ...dialects.ncnn.reshape import ReshapeOp
from ..support.locations import fuse_locations
from ..support.rebuild import rebuild


class ReadBinaryOperandBeforeReshape(RewritePattern):
    """Let a BinaryOp read what a reshape reads, if that broadcasts the same way."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BinaryOpOp, rewriter: PatternRewriter):
        for name, operand, other in (("lhs", op.lhs, op.rhs), ("rhs", op.rhs, op.lhs)):
            reshape = removable_reshape(operand, other)
            if reshape is None:
                continue
            new_op = rebuild(op, operands={name: reshape.input})
            new_op.location = fuse_locations(reshape, op)
            rewriter.replace(op, new_op)
            if reshape.output.first_use is None:
                rewriter.erase(reshape)
            return


def removable_reshape(operand: SSAValue, other: SSAValue) -> ReshapeOp | None:
    """The reshape that makes `operand`, if its input lines up with `other` as its output does."""
    reshape = operand.op if isinstance(operand, OpResult) else None
    if not isinstance(reshape, ReshapeOp):
        return None
    if not all(map(has_shape, (reshape.input, operand, other))):
        return None
    before, after, beside = shape_of(reshape.input), shape_of(operand), shape_of(other)
    if len(before) > len(beside) or len(after) > len(beside):
        return None
    return reshape if align(before, beside) == align(after, beside) else None


@dataclass(frozen=True)
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
        PatternRewriteWalker(ReadBinaryOperandBeforeReshape()).rewrite_module(op)
