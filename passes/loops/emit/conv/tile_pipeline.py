"""Register tiles in a software pipeline: the sums of one are finished while the next is begun."""

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
    `finish(t, complete(t, begin(t)))` for every whole register tile t, of which `finish` takes
    turns with the `begin` of the next.

    Sums are carried from one tile to the next. Before those of the first, `starts` are finished in
    their place: what is stored for a tile must not depend on what was stored there before.

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
