"""Run register tiles in a software pipeline: finish the sums of one while the next is begun."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from xdsl.ir import SSAValue

from ..building.builder import Index, LoopBuilder
from ..building.register_tiles import RegisterTiles

TileSums = Sequence[SSAValue]


def for_pipelined_tiles(
    b: LoopBuilder,
    tiles: RegisterTiles,
    starts: TileSums,
    begin: Callable[[Index], TileSums],
    complete: Callable[[Index, TileSums], TileSums],
    finish: Callable[[Index, TileSums], None],
) -> None:
    """
    Emit `finish(t, complete(t, begin(t)))` for every whole register tile t; `finish` of a tile is
    interleaved with `begin` of the next.

    Sums are carried from one tile to the next. Before the first tile, `starts` are finished in
    place of its sums: what is stored for a tile must not depend on what was stored there before.

    Source: M. Lam, Software pipelining: an effective scheduling technique for VLIW machines, 1988.
    """
    first, end = tiles.first, tiles.end_of_whole(b)

    def tile(t: Index, *before: SSAValue) -> TileSums:
        previous = b.max(b.sub(t, 1), first)

        def finish_previous() -> TileSums:
            finish(previous, before)
            return ()

        begun, _ = b.interleaved([partial(begin, t), finish_previous])
        return complete(t, begun)

    last = b.loop(first, end, 1, tile, starts)

    def finish_last() -> None:
        finish(b.sub(end, 1), last)

    b.when(b.compare("sgt", end, first), finish_last)
