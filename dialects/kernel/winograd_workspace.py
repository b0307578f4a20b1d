"""Tiles of Winograd convolutions, and the layout of their workspace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

PAIR = 2
"""Numbers of i16 that an element of Winograd's buffers holds in int8."""


@dataclass(frozen=True)
class WinogradWorkspace:
    """
    Memory layout of a Winograd kernel F(m, 3), in elements.

    By place, M holds the products of all output vectors, and is an output if V is one.

    With a = m + 2 and T = `tiles`: the transformed input V `[a*a][c/p][T][p]` at 0 (or in an output
    of its own; of volumes for each slice that the kernel sees `[a*a][kd][c/p][T][p]`; its elements
    are those of k channels where these are multiplied together: `[a*a][c/p][T][p/k]`), the products
    M of one group of output vectors `[a*a][NR][T][q]`, a tile halfway through a transform
    `[a][a][max(p, q)]`, and, for input that is not packed, a gathered tile `[a][a][p]`. Each
    `[a*a]` of V and M begins `data_stride` and `product_stride` after the one before: an odd number
    of vectors, so that the a*a places of a tile do not compete for one set of the cache.

    In int8 an element holds two numbers in the tile too, and `in_lanes` is p/2.
    """

    tiles: int
    in_lanes: int
    data_lanes: int
    data_stride: int
    product_stride: int
    products: int
    scratch: int
    patch: int
    size: int


@dataclass(frozen=True)
class TileKind:
    """
    Tiles of an image that compute `rows` x `columns` outputs each: `down` rows of `across` of them,
    numbered row by row from `first` on.
    """

    rows: int
    columns: int
    first: int
    first_row: int
    first_column: int
    down: int
    across: int

    @property
    def count(self) -> int:
        """Return the number of tiles."""
        return self.down * self.across

    @property
    def places(self) -> int:
        """Return the products of a tile for a channel of the input and one of the output."""
        return (self.rows + 2) * (self.columns + 2)


def cropped_kinds(m: int, height: int, width: int) -> tuple[TileKind, ...]:
    """
    Return the tiles of an image if those at its lower and right border compute fewer outputs: those
    of the last row, if it is lower, whole tiles, and those of the last column, if it is narrower.

    Then the tiles that need a product at some place are neighbours, whatever the place.
    """
    (down, lower), (across, narrower) = divmod(height, m), divmod(width, m)
    bottom, right = across * (lower > 0), (down + (lower > 0)) * (narrower > 0)
    kinds = (
        TileKind(lower, m, 0, down, 0, int(lower > 0), across),
        TileKind(m, m, bottom, 0, 0, down, across),
        TileKind(m, narrower, bottom + down * across, 0, across, right, 1),
    )
    return tuple(kind for kind in kinds if kind.count)


def sub_image_steps(kernel: Sequence[int], dilation: Sequence[int]) -> tuple[int, int]:
    """Rows and columns by which the taps of a kernel are apart; 1 where there is but one tap."""
    rows, columns = (d if k > 1 else 1 for k, d in zip(kernel, dilation, strict=True))
    return rows, columns


def winograd_tiles(m: int, height: int, width: int, steps: tuple[int, int] = (1, 1)) -> int:
    """Tiles of m x m that cover an image, or all its sub-images, each counted as the first."""
    along = zip((height, width), steps, strict=True)
    return prod(min(step, size) * -(-size // (m * step)) for size, step in along)


def winograd_data_shape(m: int, in_blocks: int, in_lanes: int, tiles: int) -> tuple[int, int, int]:
    """Shape of the transformed input of so many tiles: `(m+2)^2, c/p * tiles (made odd), p`."""
    return (m + 2) ** 2, odd(in_blocks * tiles), in_lanes


def odd(count: int) -> int:
    """The count, or one more if it is even."""
    return count | 1
