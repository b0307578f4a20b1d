"""Sizes of tiles that are code of their own, for what a run leaves behind whole ones."""

from __future__ import annotations

PARTS_OF_EIGHT = (1, 2, 4, 6)
"""Parts of a register tile: each is code of its own, and pixels past the last ones take time."""


def partial_sizes(size: int) -> list[int]:
    """Return the sizes of tiles that hold the pixels behind whole ones."""
    return sorted({-(-size * part // 8) for part in PARTS_OF_EIGHT} - {size})


def computed_pixels(pixels: int, size: int) -> tuple[int, int]:
    """Return how many whole tiles compute so many pixels, and the size of a last one or 0."""
    whole, rest = divmod(pixels, size)
    last = next(n for n in (0, *partial_sizes(size), size) if n >= rest)
    return (whole + 1, 0) if last == size else (whole, last)
