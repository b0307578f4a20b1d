"""The register tiles of the lines of an output whose windows are single pixels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..building.builder import Index, LoopBuilder
from ..building.prefetching import Turn
from ..building.register_tiles import RegisterTiles, for_dynamic_tiles
from ..building.shared_work import by_outer_unit

LineTileBody = Callable[[Index, Index, int, Turn], None]
"""`body(line, first pixel in it, pixels, turn)` of a tile."""


@dataclass(frozen=True)
class LinesOfTiles:
    """
    A range of the register tiles of `size` pixels, line after line. Each line has `pixels` pixels,
    and memory for `room`.
    """

    pixels: Index
    room: int
    size: int
    lines: Index
    per_line: Index
    range: tuple[Index, Index]

    def visit(self, b: LoopBuilder, body: LineTileBody) -> None:
        """Call `body` for these tiles; the rest of a line is one smaller tile, or several."""
        first, last = self.range
        if isinstance(self.pixels, int):
            all_tiles = RegisterTiles.of(self.pixels, self.size, first, last)
        else:
            all_tiles = RegisterTiles.with_room(b, self.pixels, self.size, self.room)

        def of_line(line: Index, low: Index, high: Index) -> None:
            def tile(t: Index, count: int, after: Index) -> None:
                number = b.add(b.mul(line, self.per_line), t)
                turn = Turn(b.sub(number, first), b.sub(last, first))
                body(line, b.add(b.mul(t, self.size), after), count, turn)

            for_dynamic_tiles(b, replace(all_tiles, first=low, last=high), self.room, tile)

        if self.lines == 1:
            of_line(0, first, last)
        else:
            by_outer_unit(b, self.range, self.per_line, of_line)
