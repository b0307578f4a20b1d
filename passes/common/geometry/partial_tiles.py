"""Sizes of partial tiles that have separate code, for dynamic remainders."""

from __future__ import annotations

PARTS_OF_EIGHT = (1, 2, 4, 6)
"""Sizes of partial tiles in eighths: each has its own code, and surplus pixels take time."""
STEPS = 12
"""From twice as many pixels on, sizes of equal tiles are more than 1 apart."""


def partial_sizes(size: int) -> list[int]:
    """Return the sizes of tiles that hold the pixels after whole tiles."""
    return sorted({-(-size * part // 8) for part in PARTS_OF_EIGHT} - {size})


def equal_sizes(size: int) -> list[int]:
    """Return the sizes of tiles among which all pixels are divided equally."""
    return sorted({*partial_sizes(size), *range(size, size // 2, -max(size // STEPS, 1))})


def row_tiles(pixels: int, size: int) -> tuple[tuple[int, int], ...]:
    """Return the tiles that compute a row, whole ones and a narrower last one: sizes and counts."""
    whole, rest = divmod(pixels, size)
    last = next(n for n in (0, *partial_sizes(size), size) if n >= rest)
    return ((size, whole + 1),) if last == size else ((size, whole), (last, int(last > 0)))


def equal_tiles(pixels: int, size: int) -> tuple[tuple[int, int], ...]:
    """Return the tiles that compute pixels whose places all are in memory: their size and count."""
    count = -(-pixels // size)
    return ((next(n for n in equal_sizes(size) if n * count >= pixels), count),)
