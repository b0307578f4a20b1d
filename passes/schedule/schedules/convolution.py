"""The schedule of a convolution, by its algorithm."""

from __future__ import annotations

from ....dialects.kernel.attributes import Algorithm
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.schedule import Schedule
from ....dialects.target.records import Target
from .dense import dense_schedule
from .details import detailed
from .grouped import depthwise_schedule, grouped_schedule


def convolution_schedule(op: ScheduledConvolution, target: Target) -> Schedule:
    """Return the schedule of the kernel of a convolution, whose algorithm is chosen."""
    if op.chosen_algorithm is Algorithm.DEPTHWISE:
        return depthwise_schedule(op, target)
    schedule = grouped_schedule(op, target) if op.groups > 1 else dense_schedule(op, target)
    return detailed(op, schedule, target)
