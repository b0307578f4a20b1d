"""Choose register tiles of matrix products, by cycles and cache sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ....dialects.target.costs import Caches
from ....dialects.target.products import BFLOAT16, F32, InnerKernel
from ....dialects.target.records import Target
from ...common.geometry.matrices import Matrices
from .register_tile import (
    MOST_VECTORS,
    SPARE_CYCLES,
    choose_register_tile,
    row_cycles,
    taking_whole_vectors,
)

DYNAMIC_ROWS = range(6, 13)
"""
Rows that a tile is chosen for if they are dynamic, and then in tiles of about equal size:
all numbers together. Fewer are multiplied by several panels at a time.
"""
ABOUT_AS_GOOD = 1.02
"""Cycles of a tile, in those of the cheapest one, that are too close to decide."""


def lines_in_one_set(x: Matrices, rows: int, element_bytes: int, caches: Caches) -> int:
    """
    Return the cache lines that one step of a tile reads from the same set of the first cache, at
    most.

    Lines a multiple of a way's size apart take each other's places, so that a tile's rows must be
    in enough different sets to be there until the line has been read to its end. Of rows whose
    elements are apart every line is read once a step: as many as there is room for.
    """
    _, row, column = x.strides
    if column != 1:
        return caches.l1_ways
    places = (m * row * element_bytes % caches.l1_way // caches.line for m in range(rows))
    return max(Counter(places).values())


def puts_rows_in_panels(
    x: Matrices, outputs: int, rows: int, element_bytes: int, target: Target
) -> bool:
    """
    Return true if x's rows pay off in panels, as always if no line stays cached, or where an
    instruction loads the elements of several rows from a panel.
    """
    caches, is_wide = target.caches, outputs >= target.costs.panel_columns
    if is_wide and rows >= target.costs.load_group > 2 and element_bytes == F32.bytes:
        return True
    most = caches.ways_of_rows if is_wide else caches.l1_ways
    return lines_in_one_set(x, rows, element_bytes, caches) > most


def product_tile(
    kernel: InnerKernel, rows: int, blocks: int, columns: int, lanes: int
) -> tuple[int, int]:
    """
    Return the cheapest register tile where pipes take whole vectors, as those of some cores do.

    There each multiply-add takes as long as a load, and tiles of one vector wait for broadcasts;
    where a vector takes several passes, the tile is as good as any.
    """
    return choose_register_tile(taking_whole_vectors(kernel, lanes), rows, blocks, columns, lanes)


def tile_of_dynamic_rows(
    kernel: InnerKernel, most: int, blocks: int, columns: int, lanes: int
) -> tuple[int, int]:
    """Return a register tile that is cheap for any dynamic number of rows."""
    product = TiledProduct(
        keeping_busy(kernel, lanes), most, blocks, columns, lanes, is_dynamic=True
    )
    return product.about_cheapest(product.tiles())


def tile_of_few_rows(
    x: Matrices, blocks: int, target: Target, *, is_dynamic: bool = False
) -> tuple[int, int]:
    """
    Return the cheapest register tile whose rows share few sets of the cache; a run may tell how
    many rows there are.
    """
    kernel = keeping_busy(target.inner_kernel(BFLOAT16), target.lanes)
    product = TiledProduct(kernel, x.rows, blocks, x.columns, target.lanes, is_dynamic=is_dynamic)
    tiles = product.tiles()

    def lines(tile: tuple[int, int]) -> int:
        shared = lines_in_one_set(x, tile[0], BFLOAT16.input.bytes, target.caches)
        return max(shared, target.caches.ways_of_rows)

    fewest = min(map(lines, tiles))
    return product.about_cheapest([tile for tile in tiles if lines(tile) == fewest])


def keeping_busy(kernel: InnerKernel, lanes: int) -> InnerKernel:
    """
    Return a kernel whose pipes take whole vectors, and of which tiles of just enough sums wait for
    these, as of 4 x 2 on Zen 5.
    """
    kernel = taking_whole_vectors(kernel, lanes)
    latency = kernel.costs.multiply_add_latency + SPARE_CYCLES
    return replace(kernel, costs=replace(kernel.costs, multiply_add_latency=latency))


@dataclass(frozen=True)
class TiledProduct:
    """Some rows times `blocks` vectors of columns, which each are sums over `columns`."""

    kernel: InnerKernel
    rows: int
    """All of them, or as many as a run may tell."""
    blocks: int
    columns: int
    lanes: int
    is_dynamic: bool

    def tiles(self) -> list[tuple[int, int]]:
        """Return the register tiles that it may have."""
        most = min(self.rows, DYNAMIC_ROWS[-1]) if self.is_dynamic else self.rows
        return [
            (rows, vectors)
            for vectors in MOST_VECTORS[: self.blocks]
            for rows in range(1, min(most, self.kernel.most_pixels(vectors)) + 1)
        ]

    def about_cheapest(self, tiles: Sequence[tuple[int, int]]) -> tuple[int, int]:
        """
        Return the cheapest of some tiles; of about as good ones that of most rows: the usual
        numbers are multiples of eight, not of six.
        """
        cycles = self.dynamic_cycles if self.is_dynamic else self.cycles
        enough = ABOUT_AS_GOOD * min(map(cycles, tiles))
        return max(tile for tile in tiles if cycles(tile) <= enough)

    def cycles(self, tile: tuple[int, int]) -> float:
        """Return the cycles of all rows, in tiles of which the last one may be smaller."""
        return self.cycles_of(self.rows, tile)

    def dynamic_cycles(self, tile: tuple[int, int]) -> float:
        """Return the cycles of a row for each possible number, in tiles of equal size."""
        numbers = [rows for rows in DYNAMIC_ROWS if rows <= self.rows] or [self.rows]
        return sum(
            self.cycles_of(rows, (even_part(rows, tile[0]), tile[1])) / rows for rows in numbers
        )

    def cycles_of(self, rows: int, tile: tuple[int, int]) -> float:
        """Return the cycles of so many rows."""
        return row_cycles(self.kernel, rows, self.blocks, self.columns, tile, self.lanes)


def even_part(count: int, most: int) -> int:
    """Return the largest of the fewest parts, about equal and of `most` at most, of a count."""
    parts = -(-count // most)
    return -(-count // parts)
