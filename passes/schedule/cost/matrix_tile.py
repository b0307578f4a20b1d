"""Register tiles of products of matrices, whose rows share the sets of a cache."""

from __future__ import annotations

from collections import Counter

from ....dialects.target.costs import Caches
from ....dialects.target.products import BFLOAT16, InnerKernel
from ....dialects.target.records import Target
from ...common.geometry.matrices import Matrices
from .register_tile import MOST_VECTORS, choose_register_tile, row_cycles, taking_whole_vectors

TOLD_ROWS = 12
"""Rows that a tile is chosen for where a run tells them: tiles are then of about equal size."""
TOLD_PANEL_ROWS = 8
"""
The same for rows in panels, which are whole but for the last one: rows are often a multiple of
this. Of another tile two would be left, whose sums wait for each other.
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
    """Return true if x's rows pay off in panels, as always if no line stays cached."""
    caches, is_wide = target.caches, outputs >= target.costs.panel_columns
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


def tile_of_few_rows(x: Matrices, blocks: int, target: Target) -> tuple[int, int]:
    """
    Return the cheapest register tile whose rows share few sets of the cache.

    Of tiles about as good it is the one of most rows: the usual numbers are multiples of eight, not
    of six.
    """
    kernel, lanes = target.inner_kernel(BFLOAT16), target.lanes
    tiles = [
        (rows, vectors)
        for vectors in MOST_VECTORS[:blocks]
        for rows in range(1, min(x.rows, kernel.most_pixels(vectors)) + 1)
    ]

    def lines(tile: tuple[int, int]) -> int:
        shared = lines_in_one_set(x, tile[0], BFLOAT16.input.bytes, target.caches)
        return max(shared, target.caches.ways_of_rows)

    def cycles(tile: tuple[int, int]) -> float:
        return row_cycles(kernel, x.rows, blocks, x.columns, tile, lanes)

    fewest = min(map(lines, tiles))
    tiles = [tile for tile in tiles if lines(tile) == fewest]
    enough = ABOUT_AS_GOOD * min(map(cycles, tiles))
    return max(tile for tile in tiles if cycles(tile) <= enough)
