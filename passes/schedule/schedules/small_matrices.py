"""Products by instructions that multiply small matrices: several rows of inputs at once."""

from __future__ import annotations

from dataclasses import replace

from ....dialects.ncnn.schedule import Schedule
from ....dialects.target.attributes import ProductAttr
from ....dialects.target.products import ProductTypes
from ....dialects.target.records import Target
from ..cost.small_matrices import matrix_kernel


def by_small_matrices(
    schedule: Schedule, types: ProductTypes, channels: int, target: Target
) -> Schedule:
    """Return the schedule with such an instruction, if its tiles have rows enough: whole pairs."""
    kernel, (rows, *others) = matrix_kernel(types, channels, target), schedule.register
    if kernel is None or rows < kernel.product.accumulation.rows:
        return schedule
    register = rows - rows % kernel.product.accumulation.rows, *others
    return replace(schedule, register=register, product=ProductAttr.of(target.isa, kernel.product))
