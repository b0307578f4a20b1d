"""Choose the epilogues that run in a loop over stored tiles instead of unrolled code."""

from __future__ import annotations

from xdsl.dialects.builtin import f32, i8, i32
from xdsl.ir import Attribute, Region

from ....dialects.element_types import element_of
from ....dialects.target.records import Target
from ...common.instruction_count import count_instructions


def is_heavy(epilogue: Region | None, most: int) -> bool:
    """Return whether an epilogue has more than `most` vector instructions."""
    return epilogue is not None and count_instructions(epilogue.block) > most


def late_epilogue(
    epilogue: Region | None, read: Attribute, stored: Attribute, target: Target
) -> int:
    """
    Return the vectors of the largest tile of a convolution whose epilogue runs in a loop: all
    registers, or 0 for no tile.
    """
    is_late = is_heavy(epilogue, target.costs.heavy_epilogue) and keeps_sums(read, stored)
    return target.registers if is_late else 0


def keeps_sums(read: Attribute, stored: Attribute) -> bool:
    """
    Return whether the output has the type of the sums, so that it can hold them before the
    epilogue.
    """
    return element_of(stored) == (i32 if element_of(read) == i8 else f32)


def vectors_in_turn(late: int, target: Target) -> int:
    """Return the vectors that an epilogue in a loop interleaves, if it is `late`; else 0."""
    return target.costs.epilogue_vectors if late else 0


def late_epilogue_of_rows(epilogue: Region | None, stored: Attribute, target: Target) -> int:
    """Return `late_epilogue` for a product of float matrices."""
    costs = target.costs
    if not is_heavy(epilogue, costs.heavy_epilogue) or element_of(stored) != f32:
        return 0
    is_heaviest = is_heavy(epilogue, costs.heavy_row_epilogue)
    return target.registers if is_heaviest else costs.stores_under_way
