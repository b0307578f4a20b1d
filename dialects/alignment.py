"""Rounding sizes up to multiples."""

from __future__ import annotations


def align_up(size: int, alignment: int) -> int:
    """Round `size` up to a multiple of a power of two. Raises: ValueError for other alignments."""
    if alignment < 1 or alignment & (alignment - 1):
        raise ValueError(f"{alignment} is no power of two")
    return (size + alignment - 1) & -alignment
