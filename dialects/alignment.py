"""Rounding sizes up to multiples."""

from __future__ import annotations


def align_up(size: int, alignment: int) -> int:
    """
    The least multiple of a power of two that is not less than `size`.

    Raises: ValueError for an alignment that is no power of two: its negative is no mask then.
    """
    if alignment < 1 or alignment & (alignment - 1):
        raise ValueError(f"{alignment} is no power of two")
    return (size + alignment - 1) & -alignment
