"""Fuse the ops between two int8 layers into one requantize."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np
from xdsl.dialects.builtin import UnitAttr, i8
from xdsl.ir import OpResult
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.constraints import float_list
from ...dialects.element_types import element_of
from ...dialects.ncnn.attributes import Activation
from ...dialects.ncnn.layers.quantize import DequantizeOp, QuantizeOp, RequantizeOp
from ...dialects.ncnn.shapes import shape_of
from ...dialects.weight_store import WeightStore
from ..common.constants import stored_array
from ..common.locations import fuse_locations
from ..common.rewrite import RewritePass
from .building.int8 import Int8Layer

KEEP_BOUNDS = (Activation.NONE, Activation.RELU, Activation.CLIP)
"""Activations whose results exceed neither their operand nor their parameters."""
LARGEST_PRODUCT = 128 * 128
BOUND = 2.0**30
"""Half of the least magnitude that i32 does not hold: roundings do not matter."""


@dataclass(frozen=True)
class FuseDequantizeQuantize(RewritePattern):
    """Fuse a dequantize with a quantize that is its only user."""

    weights: WeightStore

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: QuantizeOp, rewriter: PatternRewriter) -> None:
        if element_of(op.output.type) != i8 or not isinstance(op.input, OpResult):
            return
        source = op.input.op
        if not isinstance(source, DequantizeOp) or not source.output.has_one_use():
            return
        if op.vector_axis != source.vector_axis and shape_of(op.scale) != (1,):
            return
        requantize = RequantizeOp.build(
            operands=[
                source.input,
                source.scale,
                op.scale,
                [] if source.bias is None else [source.bias],
            ],
            properties={
                "activation": source.activation,
                "activation_params": source.activation_params,
                "axis": source.axis,
                "bounded": UnitAttr() if is_bounded(source, op, self.weights) else None,
            },
            result_types=[op.output.type],
        )
        requantize.location = fuse_locations(source, op)
        rewriter.replace(op, requantize)
        rewriter.erase(source)


def is_bounded(source: DequantizeOp, op: QuantizeOp, weights: WeightStore) -> bool:
    """Return whether what is rounded is a number that i32 holds, by the scales of a layer."""
    layer, activation = source.input.owner, source.activation.data
    if not isinstance(layer, Int8Layer) or activation not in KEEP_BOUNDS:
        return False
    scale, bias, of_result = (
        np.zeros(1) if value is None else stored_array(value, weights)
        for value in (source.scale, source.bias, op.scale)
    )
    if scale is None or bias is None or of_result is None or not (of_result > 0).all():
        return False
    sums = prod(shape_of(layer.weight)[1:]) * LARGEST_PRODUCT
    sizes = np.abs(scale.astype(np.float64)) * sums + np.abs(bias.astype(np.float64))
    clipped = [abs(bound) for bound in float_list(source.activation_params)]
    largest = max(float(sizes.max()), *clipped, 0.0)
    # A NaN is not smaller.
    return largest * float(of_result.max()) < BOUND


class FuseRequantizePass(RewritePass):
    """
    Fuse a dequantize and its only reader, a quantize, to a requantize, so that blobs between int8
    layers are int8 in memory.

        %y = ncnn.dequantize %a, %f bias %b activation relu : ... -> tensor<16x4x4xf32>
        %q = ncnn.quantize %y, %s : ... -> tensor<16x4x4xi8>
        ->
        %q = ncnn.requantize %a, %f, %s bias %b activation relu bounded : ... -> tensor<16x4x4xi8>

    `bounded` says that, by the stored scales, no number exceeds i32 before it is rounded.
    """

    name = "fuse-requantize"
    PATTERNS = (FuseDequantizeQuantize,)
