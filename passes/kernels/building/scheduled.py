"""Convert schedules to properties of kernels."""

from __future__ import annotations

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute

from ....dialects.constraints import int_array, int_attr
from ....dialects.ncnn.schedule import Schedule, ScheduledOp
from ....dialects.target.attributes import ProductAttr
from ...common.errors import OperationError

PROPERTY_NAMES = {"reduction": "reduction_block"}
"""Keys of a schedule -> names of kernel properties, where they differ."""


def schedule_of(op: ScheduledOp) -> Schedule:
    """Return the schedule of an op. Raises: OperationError if it has none."""
    if op.schedule is None:
        raise OperationError(op, "has no schedule; run schedule-convolutions, schedule-products")
    return op.schedule.data


def scheduled(schedule: Schedule) -> dict[str, Attribute]:
    """Return a schedule's entries as properties of a kernel."""
    return {PROPERTY_NAMES.get(key, key): attribute_of(value) for key, value in schedule.entries()}


def attribute_of(value: int | bool | tuple[int, ...] | ProductAttr) -> Attribute:
    """Return an entry of a schedule as an attribute."""
    if isinstance(value, ProductAttr):
        return value
    if value is True:
        return UnitAttr()
    return int_array(value) if isinstance(value, tuple) else int_attr(value)
