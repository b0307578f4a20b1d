"""What layers save with bfloat16. Units: cycles of one core, as of the other estimates."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from xdsl.ir import Operation, SSAValue

from ....dialects.element_types import buffer_bytes
from ....dialects.ncnn.base import NcnnOp, shape_of
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.layers.split import SplitOp
from ....dialects.target.products import BFLOAT16
from ....dialects.target.records import Target
from ...common.constants import is_constant
from ..layout.storage import narrow_result
from .conv_cost import cheapest_cycles
from .conv_shape import convolution_shape

CAST_CYCLES = 4
"""Of a vector of float32: to load, round, pack and store it."""


def cycles_of_products(layer: ScheduledConvolution, target: Target) -> float:
    """What a convolution saves that multiplies bfloat16 instead of float32."""
    if not is_constant(layer.weight):
        return 0.0
    shape = convolution_shape(layer)
    wide, narrow = (
        cheapest_cycles(replace(shape, types=types), target.lanes, target)
        for types in (shape.types, BFLOAT16)
    )
    return layer.groups * (wide - narrow)


def cycles_of_casts(layer: ScheduledConvolution, target: Target) -> float:
    """
    What it costs to round the input of a convolution on its own: nothing where the layer that makes
    it rounds what it stores.
    """
    value: SSAValue = layer.input
    while isinstance(value.owner, SplitOp):
        value = value.owner.input
    maker = value.owner
    if isinstance(maker, NcnnOp) and narrow_result("bfloat16", target, maker) is not None:
        return 0.0
    return prod(shape_of(value)) / target.lanes * CAST_CYCLES


def is_bound_by_memory(layer: Operation, weight: SSAValue, target: Target) -> bool:
    """
    Whether weights take longer to come from beyond the L2 cache than to be multiplied; halved, they
    make the layer faster, also where they are widened first.
    """
    size = buffer_bytes(weight.type)
    if size <= target.l2_bytes or not isinstance(layer, NcnnOp):
        return False
    vectors = layer.multiply_adds() / target.lanes
    passes = target.costs.passes(target.isa.vector_bytes)
    return vectors * passes / target.costs.pipes < size / target.costs.memory_bytes
