"""Fuse constant causal masks into attention."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ...dialects.ncnn.families.attention import AttentionOp, causal_mask
from ...dialects.ncnn.layers.reshape import ReshapingOp
from ...dialects.ncnn.shapes import has_shape, shape_of
from ...dialects.weight_store import WeightStore
from ..common.constants import constant_array
from ..common.rebuild import rebuild
from ..common.rewrite import RewritePass

UNSEEN = -1e4
"""Largest score that counts as minus infinity in masks of exporters."""


def is_causal(mask: np.ndarray) -> bool:
    """Return whether a mask is 0 where causal attention reads keys, and hides all other keys."""
    queries, keys = mask.shape[-2:]
    seen = causal_mask(queries, keys) == 0
    return keys >= queries and bool(np.all(np.where(seen, mask == 0, mask <= UNSEEN)))


@dataclass(frozen=True)
class FuseCausalMask(RewritePattern):
    """Remove a mask that follows from the positions of queries and keys."""

    weights: WeightStore

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, AttentionOp) or op.mask is None or not has_shape(op.mask):
            return
        mask: SSAValue = op.mask
        while isinstance(mask.owner, ReshapingOp) and has_shape(mask.owner.input):
            mask = mask.owner.input
        array = constant_array(mask, self.weights)
        if array is None or not is_causal(array.reshape(shape_of(op.mask))):
            return
        properties = {"causal": UnitAttr()}
        rewriter.replace(op, rebuild(op, operands={"mask": None}, properties=properties))


class FuseCausalMaskPass(RewritePass):
    """
    Make attention causal if its mask is a constant that hides exactly the later keys.

        %m = ncnn.weight <"m"> : tensor<2x3xf32>           // 0, 0, -inf; 0, 0, 0
        %y = ncnn.sdpa %q, %k, %v mask %m : tensor<2x3xf32> : ...
        -> %y = ncnn.sdpa %q, %k, %v causal : ...

    Scores of -10000 or less count as minus infinity.
    """

    name = "fuse-causal-mask"
    PATTERNS = (FuseCausalMask,)
