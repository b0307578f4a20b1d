"""Products by instructions that multiply small matrices: several rows of inputs at once."""

from __future__ import annotations

from dataclasses import replace

from ....dialects.ncnn.schedule import Schedule
from ....dialects.target.attributes import ProductAttr
from ....dialects.target.products import ProductTypes
from ....dialects.target.records import Target
from ..cost.small_matrices import matrix_kernel

APART_REGISTERS = 4
"""Registers in which sums are taken apart."""


def by_small_matrices(
    schedule: Schedule, types: ProductTypes, channels: int, target: Target, *, of_taps: bool = False
) -> Schedule:
    """
    Return the schedule with such an instruction, if its tiles have rows enough: whole pairs. Sums
    may be those of taps, one after the other.
    """
    kernel = matrix_kernel(types, channels, target, of_taps=of_taps)
    rows, *others = schedule.register
    if kernel is None:
        return schedule
    if of_taps:
        kernel = kernel.without(APART_REGISTERS)
    rows = min(rows - rows % kernel.product.accumulation.rows, kernel.most_pixels(others[0]))
    if not rows:
        return schedule
    product = ProductAttr.of(target.isa, kernel.product)
    return replace(schedule, register=(rows, *others), product=product)
