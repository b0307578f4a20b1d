"""Make a scaling and shifting of channels part of the normalisation before it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from xdsl.ir import Operation, OpResult
from xdsl.pattern_rewriter import PatternRewriter

from ...dialects.context import NcnncContext
from ...dialects.ncnn.layers.groupnorm import GroupNormOp, InstanceNormOp, channel_count
from ...dialects.ncnn.shapes import has_shape, shape_of
from ..common.constants import dense_weight
from ..common.errors import layer_name
from ..common.remarks import GraphPattern
from ..common.rewrite import RewritePass
from .affine.affine import AffineMap, affine_of
from .analysis.constant_values import constant_values
from .rewriting.merge import merge

NormalizationOp = GroupNormOp | InstanceNormOp


@dataclass(frozen=True)
class MergeAffineIntoNormalization(GraphPattern):
    """`s (gamma n + beta) + t = (s gamma) n + (s beta + t)`"""

    context: NcnncContext

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter):
        second = affine_of(op, self.context)
        if second is None or not isinstance(second.input, OpResult):
            return
        norm = second.input.op
        if not isinstance(norm, NormalizationOp):
            return
        merged = self.merged(norm, second.map)
        if isinstance(merged, str):
            self.remarks.declined(merged, norm, op)
            return
        self.remarks.made(norm, op)
        name = layer_name(norm)
        arrays = {"gamma": merged.scale, "beta": merged.shift}
        weights = [
            dense_weight(f"{name}.{role}", array.astype(np.float32))
            for role, array in arrays.items()
        ]
        gamma, beta = (weight.output for weight in weights)
        properties = dict(norm.properties)
        del properties["operandSegmentSizes"]
        layer = type(norm).build(
            operands=[norm.input, gamma, beta],
            properties=properties,
            result_types=[op.results[0].type],
        )
        merge(rewriter, norm, op, layer, weights)

    def merged(self, norm: NormalizationOp, map: AffineMap) -> AffineMap | str:
        """Gamma and beta of the one layer, or why there is none."""
        if not norm.output.has_one_use():
            return f"the result of {layer_name(norm)} has other users"
        channels = channels_of(norm)
        if channels is None:
            return "the number of channels is unknown"
        if map.channels not in (1, channels):
            return f"{layer_name(norm)} sees {channels} channels, not {map.channels}"
        own = AffineMap.of(np.ones(channels), np.zeros(channels))
        if norm.gamma is not None and norm.beta is not None:
            gamma, beta = (constant_values(v, self.context) for v in (norm.gamma, norm.beta))
            if gamma is None or beta is None:
                return f"the parameters of {layer_name(norm)} are not constant"
            own = AffineMap.of(gamma[:channels], beta[:channels])
        merged = map.after(own)
        return merged if merged.is_finite else "the product of their factors is not finite"


def channels_of(norm: NormalizationOp) -> int | None:
    """Return the length of gamma and beta, for channels along the outermost axis."""
    if isinstance(norm, GroupNormOp):
        return norm.channels.value.data
    return channel_count(shape_of(norm.input)) if has_shape(norm.input) else None


class FuseAffineIntoNormalizationPass(RewritePass):
    """
    Make BatchNorm, Scale, Bias and arithmetic with constants part of a GroupNorm or InstanceNorm.

        %a = ncnn.instancenorm %x
        %y = ncnn.scale %a, %s bias %t   ->   %y = ncnn.instancenorm %x gamma %s beta %t

    Parameters of the normalisation are multiplied by the factors.
    """

    name = "fuse-affine-into-normalization"
    PATTERNS = (MergeAffineIntoNormalization,)
