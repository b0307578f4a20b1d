"""Choose the epilogues that run in a loop over stored tiles, instead of unrolled over them."""

from __future__ import annotations

from xdsl.dialects.builtin import f32, i8, i32
from xdsl.ir import Attribute, Region

from ....dialects.element_types import element_of
from ....dialects.target.records import Target
from ...common.instruction_count import count_instructions

HEAVY_EPILOGUE = 12
"""Vector instructions of an epilogue up to which it is unrolled over a tile."""
HEAVY_ROW_EPILOGUE = 40
"""The same over large tiles of a product, whose rows lie far apart: stores of them would wait."""
STORES_UNDER_WAY = 16
"""
Vectors of a tile that may be stored, and stored again after the epilogue: Zen 4 has 32 under way
of 64 bytes each.
"""


def is_heavy(epilogue: Region | None, most: int = HEAVY_EPILOGUE) -> bool:
    """Return whether an epilogue has more than `most` vector instructions."""
    return epilogue is not None and count_instructions(epilogue.block) > most


def late_epilogue(
    epilogue: Region | None, read: Attribute, stored: Attribute, target: Target
) -> int:
    """
    Return the vectors of the largest tile of a convolution whose epilogue is late: of any, or none.

    Sums wait for it in the output, which needs their type.
    """
    sums = i32 if element_of(read) == i8 else f32
    return target.registers if is_heavy(epilogue) and element_of(stored) == sums else 0


def late_epilogue_of_rows(epilogue: Region | None, stored: Attribute, target: Target) -> int:
    """Return the same for a product of matrices of floats."""
    if not is_heavy(epilogue) or element_of(stored) != f32:
        return 0
    return target.registers if is_heavy(epilogue, HEAVY_ROW_EPILOGUE) else STORES_UNDER_WAY
