"""Round the inputs of products with matrices of few bits to int8, as for 8 bits."""

from __future__ import annotations

from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.ncnn.internal.round_blocks import RoundBlocksOp
from ...dialects.ncnn.internal.stored_matrices import DequantizeBlocksOp
from ...dialects.ncnn.layers.gemm import GemmOp
from ...dialects.ncnn.layers.permute import PermuteOp
from ..common.rebuild import rebuild
from ..common.rewrite import RewritePass
from .building.int8 import rounded_blocks
from .building.replacement_builder import ReplacementBuilder


class RoundRowsOfGemm(RewritePattern):
    """Round the rows of A in the blocks of B."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: GemmOp, rewriter: PatternRewriter) -> None:
        stored = op.b.owner
        if not isinstance(stored, DequantizeBlocksOp) or is_rounded(op):
            return
        layers = ReplacementBuilder(op, rewriter)
        is_turned = op.transpose_a is not None
        rows = layers.permute(op.a, (1, 0)) if is_turned else op.a
        rows = rounded_blocks(layers, rows, stored.size.value.data)
        a = layers.permute(rows, (1, 0)) if is_turned else rows
        rewriter.replace(op, rebuild(op, operands={"a": a}))


def is_rounded(op: GemmOp) -> bool:
    """Return true if the rows of A are already rounded, before a transposition of A."""
    maker = op.a.owner
    if isinstance(maker, PermuteOp) and op.transpose_a is not None:
        maker = maker.input.owner
    return isinstance(maker, RoundBlocksOp)


class RoundBlockInputsPass(RewritePass):
    """
    Round rows that are multiplied by a matrix of few bits to int8, each block by its largest
    magnitude, so that kernels multiply integers. ncnn does not round for 4 and 6 bits.

        %b = ncnn.dequantize_blocks %q, %s bits 4 size 32
        %y = ncnn.gemm %a, %b transpose_b
        ->
        %r = ncnn.round_blocks %a size 32
        %y = ncnn.gemm %r, %b transpose_b
    """

    name = "round-block-inputs"
    PATTERNS = (RoundRowsOfGemm,)
