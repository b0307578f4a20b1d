"""Replace a LayerNorm between two Permutes by a normalization across channels."""

from __future__ import annotations

from xdsl.dialects.builtin import UnitAttr
from xdsl.pattern_rewriter import (
    PatternRewriter,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ...dialects.ncnn.internal.channel_norm import ChannelNormOp
from ...dialects.ncnn.layers.layernorm import LayerNormOp, RMSNormOp, RowNormalizationOp
from ...dialects.ncnn.layers.permute import PermuteOp
from ...dialects.ncnn.shapes import has_shape, shape_of
from ..common.rewrite import RewritePass

INNERMOST_CHANNELS = {2: (1, 0), 3: (1, 2, 0)}
"""Rank -> order of the input's axes that makes its channels innermost."""
OUTERMOST_CHANNELS = {2: (1, 0), 3: (2, 0, 1)}


class NormalizeInPlace(RewritePattern):
    """Normalize across the outermost axis, without the Permutes."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: PermuteOp, rewriter: PatternRewriter) -> None:
        norm = op.input.owner
        if not isinstance(norm, LayerNormOp | RMSNormOp) or not norm.output.has_one_use():
            return
        before = norm.input.owner
        if not isinstance(before, PermuteOp) or not has_shape(before.input):
            return
        rank = len(shape_of(before.input))
        if before.permutation() != INNERMOST_CHANNELS.get(rank):
            return
        if op.permutation() != OUTERMOST_CHANNELS[rank] or not runs_are_channels(norm):
            return
        beta = norm.beta if isinstance(norm, LayerNormOp) else None
        fused = ChannelNormOp.build(
            operands=[before.input, norm.gamma or [], beta or []],
            properties={
                "eps": norm.eps,
                "centred": UnitAttr() if isinstance(norm, LayerNormOp) else None,
            },
            result_types=[op.output.type],
        )
        fused.location = norm.location
        rewriter.replace(op, fused)


def runs_are_channels(norm: RowNormalizationOp) -> bool:
    """Return whether only the innermost axis is normalized."""
    return norm.run_length() == shape_of(norm.operands[0])[-1]


class FusePermuteIntoLayernormPass(RewritePass):
    """
    Normalize channels in place, instead of permuting them to the innermost axis and back.

        %a = ncnn.permute %x order 3 : tensor<8x4x5xf32> -> tensor<4x5x8xf32>
        %b = ncnn.layernorm %a gamma %g beta %s size 8 eps 1e-6 ...
        %y = ncnn.permute %b order 4 : tensor<4x5x8xf32> -> tensor<8x4x5xf32>
        -> %y = ncnn.channel_norm %x gamma %g beta %s eps 1e-6 centred ...

    Likewise for sequences `c,w` between two Permutes of order 1.
    """

    name = "fuse-permute-into-layernorm"
    PATTERNS = (NormalizeInPlace,)
