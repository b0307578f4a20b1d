"""Estimate the gains of bfloat16 and int8. Units: cycles of one core, as in the other estimates."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from xdsl.ir import Operation, SSAValue

from ....dialects.element_types import buffer_bytes
from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.layers.convolution import ConvolutionOp
from ....dialects.ncnn.layers.innerproduct import InnerProductOp
from ....dialects.ncnn.layers.split import SplitOp
from ....dialects.ncnn.shapes import shape_of
from ....dialects.target.products import BFLOAT16, F32, INT8
from ....dialects.target.records import Target
from ...common.constants import is_constant
from ..layout.narrow_weights import exact_key
from ..layout.storage import narrow_result
from .conv_cost import cheapest_cycles
from .conv_shape import convolution_shape, multiplies_bfloats
from .first_layers import (
    CLEARLY_CHEAPER,
    folded_cycles,
    is_first_layer,
    is_unfoldable,
    plain_cycles,
    unfolded_cycles,
)
from .streamed_weights import streamed_weights


def cycles_of_products(layer: ScheduledConvolution, target: Target) -> float:
    """Return the cycles that a convolution saves with bfloat16 products."""
    if not is_constant(layer.weight):
        return 0.0
    shape = convolution_shape(layer)
    wide, narrow = (
        cheapest_cycles(replace(shape, types=types), target.lanes, target)
        for types in (shape.types, BFLOAT16)
    )
    return layer.groups * (wide - narrow)


def cycles_of_casts(layer: ScheduledConvolution, target: Target) -> float:
    """Return the cycles of rounding the input apart; none if its producer rounds."""
    value: SSAValue = layer.input
    while isinstance(value.owner, SplitOp):
        value = value.owner.input
    maker = value.owner
    if isinstance(maker, NcnnOp) and narrow_result("bfloat16", target, maker) is not None:
        return 0.0
    return prod(shape_of(value)) / target.lanes * target.costs.cast_cycles


def cycles_saved(layer: Operation, target: Target) -> float:
    """Return the cycles that a layer saves with bfloat16 weights, 0 or less if it is not faster."""
    if isinstance(layer, ScheduledConvolution) and multiplies_bfloats(layer, target):
        return cycles_of_products(layer, target) - cycles_of_casts(layer, target)
    if isinstance(layer, ScheduledConvolution) and target.multiplies(BFLOAT16):
        return cycles_of_first_layer(layer, target)
    weights = [weight for weight in streamed_weights(layer, target) if exact_key(weight)]
    if not weights or not isinstance(layer, NcnnOp):
        return 0.0
    size = sum(buffer_bytes(weight.type) for weight in weights)
    products, reading = cycles_of_matrix(layer, size, target)
    halved = products / 2 if target.multiplies(BFLOAT16) else products
    return max(products, reading) - max(halved, reading / 2)


def cycles_of_first_layer(layer: ScheduledConvolution, target: Target) -> float:
    """Return the cycles that a convolution saves whose columns or blocks become channels."""
    if not isinstance(layer, ConvolutionOp) or not is_constant(layer.weight):
        return 0.0
    if not is_first_layer(layer):
        return 0.0
    before, after = plain_cycles(layer, target), folded_cycles(layer, target, bfloat16=True)
    if is_unfoldable(layer):
        after = min(after, unfolded_cycles(layer, target))
    return before - after if after < CLEARLY_CHEAPER * before else 0.0


def cycles_saved_by_int8(layer: Operation, target: Target) -> float:
    """
    Return the cycles that a float32 layer saves with int8 products; 0 if it is not faster.

    A dense convolution of an image saves cycles of its products, less those of rounding the input.
    An inner product saves those of reading weights from beyond L2.
    """
    if isinstance(layer, InnerProductOp):
        products, reading = cycles_of_matrix(layer, buffer_bytes(layer.weight.type), target)
        return max(products, reading) - max(products, reading / F32.bytes)
    if not isinstance(layer, ScheduledConvolution) or layer.groups > 1:
        return 0.0
    if not is_constant(layer.weight):
        return 0.0
    shape = convolution_shape(layer)
    wide, narrow = (
        cheapest_cycles(replace(shape, types=types), target.lanes, target)
        for types in (shape.types, INT8)
    )
    casts = prod(shape_of(layer.input)) / target.lanes * target.costs.cast_cycles
    return max(wide - narrow - casts, 0.0)


def cycles_of_matrix(layer: NcnnOp, size: int, target: Target) -> tuple[float, float]:
    """Return the cycles of a layer's products in float32, and of weights from beyond L2."""
    passes = target.costs.passes(target.isa.vector_bytes)
    products = layer.multiply_adds() / target.lanes * passes / target.costs.pipes
    return products, size / target.costs.memory_bandwidth if size > target.l2_bytes else 0.0


def is_bound_by_memory(layer: Operation, weight: SSAValue, target: Target) -> bool:
    """Return whether weights take longer to load than to multiply, so that halving them pays."""
    size = buffer_bytes(weight.type)
    if not isinstance(layer, NcnnOp):
        return False
    products, reading = cycles_of_matrix(layer, size, target)
    return products < reading
