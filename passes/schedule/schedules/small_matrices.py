"""Choose products by instructions that multiply small matrices: several rows of inputs at once."""

from __future__ import annotations

from dataclasses import replace

from ....dialects.ncnn.schedule import Schedule
from ....dialects.target.attributes import ProductAttr
from ....dialects.target.products import InnerKernel, ProductTypes
from ....dialects.target.records import Target
from ..cost.small_matrices import matrix_kernel

APART_REGISTERS = 4
"""Registers for unpacking sums."""


def by_small_matrices(
    schedule: Schedule, types: ProductTypes, channels: int, target: Target, *, of_taps: bool = False
) -> Schedule:
    """
    Return the schedule with such an instruction, if its tiles have whole pairs of rows. Sums may be
    those of single taps, one after the other.
    """
    kernel = kernel_of_tile(types, channels, target, of_taps=of_taps)
    rows, *others = schedule.register
    if kernel is None:
        return schedule
    rows = min(rows - rows % kernel.product.accumulation.rows, kernel.most_pixels(others[0]))
    if not rows:
        return schedule
    product = ProductAttr.of(target.isa, kernel.product)
    return replace(schedule, register=(rows, *others), product=product)


def kernel_of_tile(
    types: ProductTypes, channels: int, target: Target, *, of_taps: bool = False, rows: int = 2
) -> InnerKernel | None:
    """Return the inner kernel of such an instruction for tiles of a number of rows, or None."""
    kernel = matrix_kernel(types, channels, target, of_taps=of_taps)
    if kernel is None or rows < kernel.product.accumulation.rows:
        return None
    return kernel.without(APART_REGISTERS) if of_taps else kernel
