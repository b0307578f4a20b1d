"""Remove layout conversions that cancel, or repeat others."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, OpResult
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    GreedyRewritePatternApplier,
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ...dialects.ncnn.internal.convert_layout import ConvertLayoutOp
from ...dialects.ncnn.layers.cast import CastOp


class SkipIntermediateLayout(RewritePattern):
    """Convert from the first layout in a conversion of a conversion."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ConvertLayoutOp, rewriter: PatternRewriter) -> None:
        if not isinstance(op.input, OpResult) or not isinstance(op.input.op, ConvertLayoutOp):
            return
        source = op.input.op.input
        if source.type == op.output.type:
            rewriter.replace(op, [], [source])
            return
        rewriter.replace(op, ConvertLayoutOp(source, op.output.type))


class RemoveIdentityConversion(RewritePattern):
    """Remove a conversion to the layout that the blob already has."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ConvertLayoutOp, rewriter: PatternRewriter) -> None:
        if op.input.type == op.output.type:
            rewriter.replace(op, [], [op.input])


class ShareConversion(RewritePattern):
    """Share the first conversion among uses of a blob in the same other layout or type."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, ConvertLayoutOp | CastOp):
            return
        block = op.parent_block()
        for use in op.input.uses:
            other = use.operation
            if other is op or not isinstance(other, ConvertLayoutOp | CastOp):
                continue
            if other.output.type != op.output.type or other.parent_block() is not block:
                continue
            if other.properties == op.properties and other.is_before_in_block(op):
                rewriter.replace(op, [], [other.output])
                return


class FoldLayoutPass(ModulePass):
    """
    Cancel, shorten and share `ncnn.convert_layout`; share `ncnn.cast`.

        %a = ncnn.convert_layout %x : tensor<8x4x4xf32, #ncnn.layout<pack = 8>> -> tensor<8x4x4xf32>
        %b = ncnn.convert_layout %a : tensor<8x4x4xf32> -> tensor<8x4x4xf32, #ncnn.layout<pack = 8>>
        -> uses of %b use %x
    """

    name = "fold-layout"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        applier = GreedyRewritePatternApplier(
            [SkipIntermediateLayout(), RemoveIdentityConversion(), ShareConversion()],
            dce_enabled=True,
        )
        PatternRewriteWalker(applier).rewrite_module(op)
