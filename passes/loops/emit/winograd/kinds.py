"""Divide Winograd tiles of several kinds (whole, or cropped at a border) into register tiles."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from .....dialects.kernel.winograd_workspace import TileKind
from ..building.builder import Index, LoopBuilder
from ..building.register_tiles import PaddedTiles, RegisterTiles
from .tiles import TileBlock, TileGrid


@dataclass(frozen=True)
class KindTiles:
    """Register tiles of one kind; the data of its first tile begin at `start`."""

    kind: TileKind
    tiles: RegisterTiles
    start: Index

    def count(self, b: LoopBuilder) -> Index:
        """Return the number of register tiles."""
        return b.sub(self.tiles.last, self.tiles.first)


UnitTiles = RegisterTiles | PaddedTiles | Sequence[KindTiles]
"""Register tiles of one kind of tiles, or of several kinds."""


@dataclass(frozen=True)
class TileUnits:
    """
    Number the register tiles that threads share, of `pixels` tiles, kind by kind.

    The last one of each kind may be smaller.
    """

    kinds: tuple[TileKind, ...]
    pixels: int

    @property
    def total(self) -> int:
        """Return the number of register tiles."""
        return sum(self._units_of(kind) for kind in self.kinds)

    def _units_of(self, kind: TileKind) -> int:
        return -(-kind.count // self.pixels)

    def block(self, b: LoopBuilder, first: Index, last: Index) -> TileBlock:
        """Return the tiles that register tiles [first, last) cover."""
        begin, end = self._first_tile(b, first), self._first_tile(b, last)
        return TileBlock(begin, b.sub(end, begin))

    def _first_tile(self, b: LoopBuilder, unit: Index) -> Index:
        """Return the number of the tiles before a register tile."""
        tiles: Index = 0
        for kind, before in self._starts():
            among = b.max(b.sub(unit, before), 0)
            tiles = b.add(tiles, b.min(b.mul(among, self.pixels), kind.count))
        return tiles

    def _starts(self) -> Sequence[tuple[TileKind, int]]:
        """Return the kinds, each with the number of its first register tile."""
        counts = [self._units_of(kind) for kind in self.kinds]
        return [(kind, sum(counts[:i])) for i, kind in enumerate(self.kinds)]

    def tiles(self, b: LoopBuilder, first: Index, last: Index, shift: Index) -> Sequence[KindTiles]:
        """Return register tiles [first, last) by kind; data of tile t lie at place t - shift."""
        found: list[KindTiles] = []
        for kind, before in self._starts():
            low, high = (
                b.min(b.max(b.sub(unit, before), 0), self._units_of(kind)) for unit in (first, last)
            )
            # A kind that ends before `first` has no tile left, not even its smaller last one.
            is_over = b.compare("sge", first, before + self._units_of(kind))
            high = b.select_index(is_over, 0, high)
            tiles = RegisterTiles.of(kind.count, self.pixels, low, high)
            found.append(KindTiles(kind, tiles, b.sub(kind.first, shift)))
        return found


@dataclass(frozen=True)
class PlaceClass:
    """Rows and columns of the transformed tile where the same kinds of tiles have products."""

    rows: range
    columns: range
    kinds: tuple[TileKind, ...]

    @property
    def count(self) -> int:
        """Return the number of places."""
        return len(self.rows) * len(self.columns)

    def place(self, b: LoopBuilder, number: Index, side: int) -> Index:
        """Return the place of that number among these, numbered row by row."""
        row = b.add(b.div(number, len(self.columns)), self.rows.start)
        return b.add(b.mul(row, side), b.add(b.rem(number, len(self.columns)), self.columns.start))


def place_classes(grid: TileGrid) -> Sequence[PlaceClass]:
    """Return the classes of places of a grid's transformed tiles, row by row."""
    rows, columns = (
        sorted({0, grid.side, *(outputs + 2 for outputs in extents)})
        for extents in ([k.rows for k in grid.kinds], [k.columns for k in grid.kinds])
    )
    classes = [
        PlaceClass(
            *(range(top, bottom), range(left, right)),
            tuple(k for k in grid.kinds if k.rows + 2 > top and k.columns + 2 > left),
        )
        for top, bottom in itertools.pairwise(rows)
        for left, right in itertools.pairwise(columns)
    ]
    return [one for one in classes if one.kinds]


def for_places(
    b: LoopBuilder,
    grid: TileGrid,
    tiles: Sequence[KindTiles],
    body: Callable[[Index, Sequence[KindTiles]], None],
) -> None:
    """Call `body(place, register tiles with a product there)` for all places, row by row."""

    def row(classes: Sequence[PlaceClass], r: Index) -> None:
        for one in classes:
            live = [some for some in tiles if some.kind in one.kinds]
            b.loop(one.columns.start, one.columns.stop, 1, partial(column, r, live))

    def column(r: Index, live: Sequence[KindTiles], c: Index) -> None:
        body(b.add(b.mul(r, grid.side), c), live)

    for rows, classes in itertools.groupby(place_classes(grid), key=lambda one: one.rows):
        b.loop(rows.start, rows.stop, 1, partial(row, list(classes)))
