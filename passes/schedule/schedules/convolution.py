"""The schedule of a convolution, by its algorithm."""

from __future__ import annotations

from ....dialects.kernel.attributes import Algorithm
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.schedule import Schedule
from ....dialects.target.records import Target
from .details import detailed
from .grouped import depthwise_schedule, grouped_schedule
from .sizes import sized_schedule


def convolution_schedule(op: ScheduledConvolution, target: Target) -> Schedule:
    """Return the schedule of the kernel of a convolution, whose algorithm is chosen."""
    if op.chosen_algorithm is Algorithm.DEPTHWISE:
        return depthwise_schedule(op, target)
    if op.groups > 1:
        return detailed(op, grouped_schedule(op, target), target)
    return sized_schedule(op, target)
