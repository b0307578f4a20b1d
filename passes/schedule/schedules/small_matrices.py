"""Products by instructions that multiply small matrices: several rows of inputs at once."""

from __future__ import annotations

from dataclasses import replace

from ....dialects.ncnn.schedule import Schedule
from ....dialects.target.attributes import ProductAttr
from ....dialects.target.products import ProductTypes
from ....dialects.target.records import Target


def by_small_matrices(
    schedule: Schedule, types: ProductTypes, channels: int, target: Target
) -> Schedule:
    """
    Return the schedule with such an instruction, if there is one, and a whole number of its rows.

    Register tiles of one row, and channels that fill at most half of a step, take an instruction
    that adds lane by lane; so do floats whose channels are no whole steps, as zeros beside them
    would have to be zeros of both operands.
    """
    product = target.block_product(types)
    if product is None or product.lanes != target.lanes:
        return schedule
    rows, *others = schedule.register
    at_once = product.accumulation.rows
    is_whole = types.input.is_integer or channels % product.steps == 0
    if rows < at_once or 2 * channels <= product.steps or not is_whole:
        return schedule
    register = rows - rows % at_once, *others
    attribute = ProductAttr.of(target.isa, product)
    return replace(schedule, register=register, product=attribute, pipelined=0)
