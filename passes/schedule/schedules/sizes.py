"""Choose schedules for images that are smaller or larger than usual."""

from __future__ import annotations

from dataclasses import replace
from math import isqrt, prod

from ....dialects.element_types import element_of
from ....dialects.kernel.attributes import AlgorithmAttr
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.schedule import Schedule
from ....dialects.symbols import extents_of
from ....dialects.target.products import INT8
from ....dialects.target.records import Target
from ..cost.conv_schedule import dynamic_cycles
from ..cost.conv_shape import convolution_shape
from ..cost.usual_extents import OTHER_SIZES, USUAL, of_size, usual_shape
from .dense import dense_schedule
from .details import detailed
from .packs import output_lanes

CLEARLY_SLOWER = 1.04
"""A schedule must cost this factor more than the best one for a size to get code of its own."""


def sized_schedule(op: ScheduledConvolution, target: Target) -> Schedule:
    """
    Return the schedule of a dense convolution, with parts for images that are smaller or larger
    than usual, if their size is dynamic and the usual one is clearly slower for these.
    """
    schedule = detailed(op, dense_schedule(op, target), target)
    if extents_of(op.output) is None or op.SPATIAL_AXES != 2 or op.tile is not None:
        return schedule
    pixels = {
        name: prod(usual_shape(op.output, size)[1:])
        for name, size in {"small": 0, "usual": USUAL, "large": 0, **OTHER_SIZES}.items()
    }
    ends = [isqrt(pixels["small"] * pixels["usual"]), isqrt(pixels["usual"] * pixels["large"])]
    first, end, parts = 0, 0, dict[str, Schedule]()
    if (small := other_schedule(op, schedule, "small", target)) is not None:
        parts["small"] = replace(small, pixels=(0, first := ends[0] + 1))
    if (large := other_schedule(op, schedule, "large", target)) is not None:
        parts["large"] = replace(large, pixels=(end := ends[1] + 1, 0))
    return replace(schedule, pixels=(first, end), parts=parts) if parts else schedule


def other_schedule(
    op: ScheduledConvolution, schedule: Schedule, name: str, target: Target
) -> Schedule | None:
    """Return the schedule of images of another size; None if the usual one is as good."""
    chosen = op.small if name == "small" else op.large
    algorithm = op.chosen_algorithm if chosen is None else chosen.data
    if algorithm is not op.chosen_algorithm and not has_own_weights(op):
        algorithm = op.chosen_algorithm
    with of_size(op, OTHER_SIZES[name]) as other:
        other.algorithm = AlgorithmAttr(algorithm)
        found = detailed(other, dense_schedule(other, target), target)
        shape, lanes = convolution_shape(other), output_lanes(op, target)
    if algorithm is op.chosen_algorithm:
        best, usual = (
            dynamic_cycles(shape, algorithm, s.register, s.block, lanes, target)
            for s in (found, schedule)
        )
        if usual <= CLEARLY_SLOWER * best:
            return None
    return replace(found, algorithm=algorithm)


def has_own_weights(op: ScheduledConvolution) -> bool:
    """
    Return whether algorithms may read weights of a form of their own: for convolutions of floats
    and of int8.
    """
    types = convolution_shape(op).types
    same = element_of(op.input.type) == element_of(op.weight.type)
    return types.of_any_sign == INT8 or (same and types.input.bytes == types.accumulator.bytes)
