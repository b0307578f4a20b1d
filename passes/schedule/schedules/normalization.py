"""Choose the schedules of normalizations of groups of channels."""

from __future__ import annotations

from math import prod

from ....dialects.element_types import element_bytes, element_of
from ....dialects.kernel.normalize_groups import blocks_of_groups
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.internal.normalize_groups import NormalizeGroupsOp
from ....dialects.ncnn.schedule import Schedule
from ....dialects.ncnn.shapes import shape_of
from ....dialects.target.records import Target
from ...common.target import lanes_for, vector_length

SAMPLE_PART = 32
"""
The sample is at least one part of so many. The mean of a part f of all elements is at most
`sqrt(1/f)` deviations off theirs, so that squares lose no more than 5 bits by being taken from it,
on any machine.
"""


def normalize_groups_schedule(op: NormalizeGroupsOp, target: Target) -> Schedule | None:
    """Return the schedule; None without a choice."""
    channels, *pixels = shape_of(op.output)
    lanes = pack_of(op.output.type)
    blocks, per_group = -(-channels // lanes), channels // op.groups.value.data
    unit = blocks_of_groups(blocks, lanes, per_group)
    shares = per_group > 1 and unit > 1 and blocks // unit < target.costs.shared_groups
    sample = 0 if op.centred is None else sampled(op, prod(pixels), lanes, target)
    schedule = Schedule(sample=sample, shares_vectors=shares)
    return None if schedule == Schedule() else schedule


def sampled(op: NormalizeGroupsOp, pixels: int, lanes: int, target: Target) -> int:
    """Return the elements of a block that fill half the L1 cache, or more; 0 for all of them."""
    length, size = pixels * lanes, element_bytes(element_of(op.input.type))
    most = target.caches.l1 // 2 // size
    if length <= most:
        return 0
    width = lanes if lanes > 1 else vector_length(pixels, lanes_for(target, op.input.type))
    return max(most, length // SAMPLE_PART) // width * width
