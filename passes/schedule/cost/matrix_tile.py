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
Dynamic numbers of rows for which a tile is chosen together, in tiles of about equal size. Fewer
rows are multiplied by several panels at a time.
"""
ABOUT_AS_GOOD = 1.02
"""Tiles that cost at most this factor more than the cheapest one count as equally good."""


def lines_in_one_set(x: Matrices, rows: int, element_bytes: int, caches: Caches) -> int:
    """
    Return the most cache lines of one set of the L1 cache that one step of a tile reads.

    Lines whose distance is a multiple of a way's size evict each other. The rows of a tile must
    fall into enough different sets that a line stays until it has been read to its end. If elements
    of a row are apart, every step reads every line once: as many lines as there is room for.
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
    Return true if packing x's rows into panels pays: always if no line stays cached, or where an
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
    Return the cheapest register tile for pipes that take whole vectors, as on some cores.

    There a multiply-add takes as long as a load, and tiles of one vector wait for broadcasts. Where
    a vector takes several passes, this tile is as good as any.
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
    Return the cheapest register tile whose rows share few sets of the cache; the number of rows may
    be known at run time.
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
    Return a kernel of whole-vector pipes for which tiles with just enough sums to hide the latency,
    such as 4 x 2 on Zen 5, still wait.
    """
    kernel = taking_whole_vectors(kernel, lanes)
    latency = kernel.costs.multiply_add_latency + SPARE_CYCLES
    return replace(kernel, costs=replace(kernel.costs, multiply_add_latency=latency))


@dataclass(frozen=True)
class TiledProduct:
    """
    Describe the product of some rows with `blocks` vectors of columns, each a sum over `columns`.
    """

    kernel: InnerKernel
    rows: int
    """The number of rows, or the largest one if it is known at run time."""
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
        Return the cheapest of some tiles; among about equal ones that of most rows, since usual
        numbers of rows are multiples of eight, not of six.
        """
        cycles = self.dynamic_cycles if self.is_dynamic else self.cycles
        enough = ABOUT_AS_GOOD * min(map(cycles, tiles))
        return max(tile for tile in tiles if cycles(tile) <= enough)

    def cycles(self, tile: tuple[int, int]) -> float:
        """Return the cycles of all rows in tiles, the last of which may be smaller."""
        return self.cycles_of(self.rows, tile)

    def dynamic_cycles(self, tile: tuple[int, int]) -> float:
        """Return the cycles of each possible number of rows, in tiles of equal size."""
        numbers = [rows for rows in DYNAMIC_ROWS if rows <= self.rows] or [self.rows]
        return sum(
            self.cycles_of(rows, (even_part(rows, tile[0]), tile[1])) / rows for rows in numbers
        )

    def cycles_of(self, rows: int, tile: tuple[int, int]) -> float:
        """Return the cycles of so many rows."""
        return row_cycles(self.kernel, rows, self.blocks, self.columns, tile, self.lanes)


def even_part(count: int, most: int) -> int:
    """
    Return the largest part of a count that is divided about equally into the fewest parts of at
    most `most`.
    """
    parts = -(-count // most)
    return -(-count // parts)
