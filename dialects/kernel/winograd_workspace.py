"""Tiles of Winograd convolutions, and the layout of their workspace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

PAIR = 2
"""Number of i16 in an element of Winograd's buffers for int8."""


@dataclass(frozen=True)
class WinogradWorkspace:
    """
    Memory layout of a Winograd kernel F(m, 3), in elements.

    With `by_place`, M holds the products of all output vectors, and is an output if V is one.

    With a = m + 2 and T = `tiles`, the parts are:
    * the transformed input V `[a*a][c/p][T][p]`, at 0 or in an output of its own; for volumes, with
      each slice in the kernel's depth, `[a*a][kd][c/p][T][p]`; with elements of k channels if these
      are multiplied together, `[a*a][c/p][T][p/k]`;
    * the products M of one group of output vectors, `[a*a][NR][T][q]`;
    * a half-transformed tile, `[a][a][max(p, q)]`;
    * for unpacked input, a gathered tile, `[a][a][p]`.

    The strides of `[a*a]` in V and M are `data_stride` and `product_stride`: an odd number of
    vectors, so that the a*a places of a tile do not compete for one set of the cache.

    In int8 an element holds two numbers, in the tile too, and `in_lanes` is p/2.
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
    Tiles of an image with `rows` x `columns` outputs each: `down` rows of `across` tiles, numbered
    row by row from `first` on.
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
        """Return the number of products of a tile per input and output channel."""
        return (self.rows + 2) * (self.columns + 2)


def cropped_kinds(m: int, height: int, width: int) -> tuple[TileKind, ...]:
    """
    Return the kinds of tiles of an image with fewer outputs in those at its lower and right border:
    those of the last row, if it is lower, whole tiles, and those of the last column, if narrower.

    In this order, the tiles that need a product at a given place are neighbours, for any place.
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
    """Return the distance of taps in rows and columns; 1 along an axis with a single tap."""
    rows, columns = (d if k > 1 else 1 for k, d in zip(kernel, dilation, strict=True))
    return rows, columns


def winograd_tiles(m: int, height: int, width: int, steps: tuple[int, int] = (1, 1)) -> int:
    """Return the number of m x m tiles of an image, or of sub-images of the first one's size."""
    along = zip((height, width), steps, strict=True)
    return prod(min(step, size) * -(-size // (m * step)) for size, step in along)


def winograd_data_shape(m: int, in_blocks: int, in_lanes: int, tiles: int) -> tuple[int, int, int]:
    """Return the shape of the tiles' transformed input, `(m+2)^2, c/p * tiles (made odd), p`."""
    return (m + 2) ** 2, odd(in_blocks * tiles), in_lanes


def odd(count: int) -> int:
    """Return the count, or one more if it is even."""
    return count | 1
