"""
Divide the work of a kernel among threads.

Threads share the smallest pieces, register tiles or rows, so that shares are as equal as possible;
each thread blocks its own share for the cache.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.ir import SSAValue

from ....common.geometry.partial_tiles import equal_sizes, partial_sizes
from ..conv.conv_tile import alike_groups
from .builder import Index, LoopBuilder
from .prefetching import Turn

RangeBody = Callable[[Index, Index, Index], None]
"""`body(i, first, last)`: the inner units [first, last) of outer unit i."""
TilesBody = Callable[[Index, int, Index, Index], None]
"""`body(first vector, number of vectors, first, last)` of some tiles."""


def share_ranges(b: LoopBuilder, outer: Index, inner: Index, body: RangeBody) -> None:
    """Share `outer * inner` units, those of an outer one next to each other."""
    divisor = inner if isinstance(inner, int) else b.max(inner, 1)

    def share(first: SSAValue, last: SSAValue) -> None:
        if isinstance(outer, int) and outer == 1:
            body(0, first, last)
            return

        by_outer_unit(b, (first, last), divisor, body)

    b.share(b.mul(outer, inner), share)


def by_outer_unit(
    b: LoopBuilder, units: tuple[Index, Index], inner: Index, body: RangeBody
) -> None:
    """Call `body` for each outer unit of `inner` units that some are of."""
    first, last = units

    def one(i: Index) -> None:
        at = b.mul(i, inner)
        body(i, b.max(b.sub(first, at), 0), b.min(b.sub(last, at), inner))

    b.loop(b.div(first, inner), b.div_up(last, inner), 1, one)


def parallel_rows(
    b: LoopBuilder, ends: tuple[Index, Index], most: int, body: Callable[[Index], None]
) -> None:
    """
    `body(row)` in parallel for the rows of `outer,rows` up to such ends, numbered as if each outer
    one had `most`, the largest number of rows.
    """
    outer, rows = ends
    if isinstance(outer, int) and outer == 1:
        b.parallel(rows, body)
    elif isinstance(rows, int) and rows == most:
        b.parallel(b.mul(outer, rows), body)
    else:

        def some(first: Index, last: Index) -> None:
            b.loop(first, last, 1, body)

        share_rows(b, ends, most, some)


def share_rows(
    b: LoopBuilder, ends: tuple[Index, Index], most: int, body: Callable[[Index, Index], None]
) -> None:
    """Share such rows: `body(first, last)` for those of an outer one."""

    def some(i: Index, first: Index, last: Index) -> None:
        at = b.mul(i, most)
        body(b.add(at, first), b.add(at, last))

    share_ranges(b, *ends, some)


def parallel_pairs(
    b: LoopBuilder, outer: Index, inner: Index, body: Callable[[Index, Index], None]
) -> None:
    """`body(i, j)` in parallel for all i < outer and j < inner."""

    def pair(at: Index) -> None:
        i = b.div(at, inner)
        j = b.rem(at, inner) if isinstance(inner, int) else b.sub(at, b.mul(i, inner))
        body(i, j)

    b.parallel(b.mul(outer, inner), pair)


def for_blocks(
    b: LoopBuilder, first: Index, last: Index, most: int, body: Callable[[Index, Index], None]
) -> None:
    """`body(begin, end)` for a thread's units [first, last) in blocks, about equal, of `most`."""
    count = b.sub(last, first)
    blocks = b.div_up(count, most)

    def block(i: Index) -> None:
        begin, end = (b.add(first, b.div(b.mul(j, count), blocks)) for j in (i, b.add(i, 1)))
        body(begin, end)

    b.loop(0, blocks, 1, block)


def share_tiles(
    b: LoopBuilder,
    tiles: Index,
    blocks: int,
    vectors: int,
    body: TilesBody,
    *,
    last_apart: bool = False,
    begin: Callable[[], None] | None = None,
) -> None:
    """
    Share the register tiles of `tiles` times `blocks` output vectors, `vectors` of them a tile.

    They are worked on by one group of vectors after the other, whose weights then serve all tiles.
    What is shared are pairs of a tile and a vector, in this order: the border between two threads
    is the tile in which theirs is. A last group that differs may stand apart, as of
    `for_vector_groups`. Each thread does what `begin` does before its share.
    """
    if not blocks:
        return
    groups = VectorGroups(vectors, *alike_groups(blocks, vectors, last_apart))

    def share(first: SSAValue, last: SSAValue) -> None:
        if begin is not None:
            begin()
        tiles_of_block(b, (0, tiles), (first, last), groups, body)

    b.share(b.mul(tiles, blocks), share)


def share_blocks_of_tiles(
    b: LoopBuilder,
    tiles: Index,
    most: int,
    blocks: int,
    vectors: int,
    body: TilesBody,
    *,
    last_apart: bool = False,
) -> None:
    """As `share_tiles`, with tiles in blocks of `most` at the most, about equal; not none."""
    tiles = b.max(tiles, 1)
    size = b.div_up(tiles, b.div_up(tiles, most))
    if size == tiles:
        share_tiles(b, tiles, blocks, vectors, body, last_apart=last_apart)
        return
    groups = VectorGroups(vectors, *alike_groups(blocks, vectors, last_apart))
    per_block = b.mul(size, blocks)
    is_whole = isinstance(tiles, int) and isinstance(size, int) and tiles % size == 0

    def share(first: SSAValue, last: SSAValue) -> None:
        def block(k: Index) -> None:
            start = b.mul(k, size)
            count = size if is_whole else b.min(b.sub(tiles, start), size)
            at = b.mul(k, per_block)
            low, high = b.max(b.sub(first, at), 0), b.min(b.sub(last, at), b.mul(count, blocks))
            tiles_of_block(b, (start, count), (low, high), groups, body)

        b.loop(b.div(first, per_block), b.div_up(last, per_block), 1, block)

    b.share(b.mul(tiles, blocks), share)


@dataclass(frozen=True)
class VectorGroups:
    """`count` groups of so many vectors, and one of `rest`, if that is not 0."""

    vectors: int
    count: int
    rest: int


def tiles_of_block(
    b: LoopBuilder,
    block: tuple[Index, Index],
    pairs: tuple[Index, Index],
    groups: VectorGroups,
    body: TilesBody,
) -> None:
    """The pairs of a tile and a vector [low, high) of a block `(first tile, tiles)`."""
    start, count = block
    group, full, rest = groups.vectors, groups.count, groups.rest
    whole = b.mul(count, full * group)

    def borders(before: Index, most: Index | None, size: int) -> list[Index]:
        """Return the tiles of groups of `size` vectors that the pairs after `before` belong to."""
        ends = [b.max(b.sub(p, before), 0) if before != 0 else p for p in pairs]
        return [b.div(p if most is None else b.min(p, most), size) for p in ends]

    def one_group(g: Index) -> None:
        at = b.mul(g, count)
        low, high = b.max(b.sub(first, at), 0), b.min(b.sub(last, at), count)
        body(b.mul(g, group), group, b.add(start, low), b.add(start, high))

    if full:
        first, last = borders(0, whole if rest else None, group)
        if full > 1:
            b.loop(b.div(first, count), b.div_up(last, count), 1, one_group)
        else:
            only = functools.partial(body, 0, group, b.add(start, first), b.add(start, last))
            if rest:
                # The range of a thread whose pairs are all of the other group is at the end.
                unless_empty(b, first, last, only)
            else:
                only()
    if rest:
        first, last = borders(whole if full else 0, None, rest)
        body(full * group, rest, b.add(start, first), b.add(start, last))


def unless_empty(b: LoopBuilder, first: Index, last: Index, body: Callable[[], None]) -> None:
    """`body()` for a range that has elements."""
    if not (isinstance(first, int) and isinstance(last, int)):
        b.when(b.compare("slt", first, last), body)
    elif first < last:
        body()


@dataclass(frozen=True)
class EvenTiles:
    """
    Register tiles [first, last) of pixels known at run time: all have `fewest`, of `size` at the
    most, and the first `larger` ones have one more. Of 9 and tiles of 8 these are 5 and 4: the sums
    of a single one would wait for each other.
    """

    first: Index
    last: Index
    size: int
    fewest: Index
    larger: Index

    @classmethod
    def of(cls, b: LoopBuilder, pixels: Index, size: int) -> EvenTiles:
        """All register tiles of so many pixels."""
        count = b.div_up(pixels, size)
        divisor = b.max(count, 1)
        fewest = b.div(pixels, divisor)
        return cls(0, count, size, fewest, b.sub(pixels, b.mul(fewest, divisor)))

    def start(self, b: LoopBuilder, tile: Index) -> Index:
        """The first pixel of a tile."""
        return b.add(b.mul(tile, self.fewest), b.min(tile, self.larger))

    def place(self, b: LoopBuilder, tile: Index) -> tuple[Index, Index]:
        """The first pixel of a tile, and the number of its pixels."""
        first = self.start(b, tile)
        return first, b.sub(self.start(b, b.add(tile, 1)), first)

    def turn(self, b: LoopBuilder, tile: Index) -> Turn:
        """The turn of a tile, all of which take about as long."""
        return Turn(b.sub(tile, self.first), b.sub(self.last, self.first))

    def each(self, b: LoopBuilder, least: int, body: Callable[[Index, int], None]) -> None:
        """`body(number, pixels)` for these tiles, which have `least` pixels."""

        def tile(t: Index) -> None:
            _, pixels = self.place(b, t)
            for_count(b, pixels, range(least, self.size + 1), lambda count: body(t, count))

        b.loop(self.first, self.last, 1, tile)


@dataclass(frozen=True)
class RegisterTiles:
    """Register tiles [first, last) of `whole` tiles of `size` pixels, and one of `rest`."""

    first: Index
    last: Index
    size: int
    whole: Index
    rest: Index = 0

    @classmethod
    def with_room(
        cls, b: LoopBuilder, pixels: Index, size: int, room: int | None = None
    ) -> RegisterTiles:
        """
        All register tiles of as many pixels as are known at run time, behind which there is memory
        for a tile or up to `room`: the last one is whole if the greatest of `partial_sizes` does
        not hold it.
        """
        most = max(partial_sizes(size), default=0)
        whole = b.div(b.add(pixels, size - 1 - most), size)
        if room is not None:
            whole = b.min(whole, room // size)
        rest = b.max(b.sub(pixels, b.mul(whole, size)), 0)
        return cls(0, b.div_up(pixels, size), size, whole, rest)

    @classmethod
    def of(cls, pixels: int, size: int, first: Index, last: Index) -> RegisterTiles:
        """Some of the register tiles of so many pixels."""
        return cls(first, last, size, *divmod(pixels, size))

    def end_of_whole(self, b: LoopBuilder) -> Index:
        """The last of these that is whole, and one."""
        return self.last if self.rest == 0 else b.min(self.last, self.whole)

    def turn(self, b: LoopBuilder, tile: Index) -> Turn:
        """
        The turn of a tile, of about so many. Of a number known at run time whole tiles are the last
        ones, if there are two: the weights that come next would not come in the time of a rest.
        """
        index, count = b.sub(tile, self.first), b.sub(self.last, self.first)
        if isinstance(self.rest, int):
            return Turn(index, count)
        whole = b.sub(self.end_of_whole(b), self.first)
        count = b.select_index(b.compare("sge", whole, 2), whole, count)
        return Turn(b.min(index, b.sub(count, 1)), count)


def for_register_tiles(
    b: LoopBuilder, tiles: RegisterTiles, body: Callable[[Index, int], None]
) -> None:
    """`body(number, pixels)` for register tiles."""
    if tiles.whole != 0:
        b.loop(tiles.first, tiles.end_of_whole(b), 1, lambda t: body(t, tiles.size))
    for_rest(b, tiles, body)


def for_told_tiles(
    b: LoopBuilder, tiles: RegisterTiles, room: int, body: Callable[[Index, int, Index], None]
) -> None:
    """
    `body(number, pixels, pixels before them in the tile)` for register tiles of pixels that have
    memory up to `room`. A rest known at run time is the least of some tiles that holds it, or
    several where memory ends.
    """
    rest, size, whole = tiles.rest, tiles.size, tiles.whole
    if isinstance(rest, int):
        for_register_tiles(b, tiles, lambda t, count: body(t, count, 0))
        return
    b.loop(tiles.first, tiles.end_of_whole(b), 1, lambda t: body(t, size, 0))

    def parts() -> None:
        after: Index = 0
        sizes = sorted({0, 1, min(2, size - 1), *partial_sizes(size)}, reverse=True)
        for count, fewer in itertools.pairwise(sizes):
            end = b.add(b.mul(whole, size), b.add(after, count))
            least = b.select_index(b.compare("sle", end, room), fewer + 1, count)
            takes = b.compare("sge", b.sub(rest, after), least)
            b.when(takes, functools.partial(body, whole, count, after))
            after = b.add(after, b.select_index(takes, count, 0))

    b.when(b.compare("sgt", tiles.last, whole), parts)


@dataclass(frozen=True)
class EqualTiles:
    """
    `count` register tiles of up to `size` pixels, all of the least of `equal_sizes` that is at
    least `pixels`: the last one may have more than are left, for which there is memory.
    """

    count: Index
    size: int
    pixels: Index

    @classmethod
    def of(cls, b: LoopBuilder, pixels: Index, size: int) -> EqualTiles:
        """All register tiles of as many pixels as are known at run time."""
        count = b.div_up(pixels, size)
        return cls(count, size, b.div_up(pixels, b.max(count, 1)))

    def each(self, b: LoopBuilder, body: Callable[[Index, int, Turn], None]) -> None:
        """`body(first pixel, pixels, turn)` for these tiles."""

        def of_size(pixels: int, _: int) -> None:
            b.loop(
                0,
                self.count,
                1,
                lambda t: body(b.mul(t, pixels), pixels, Turn(t, self.count)),
            )

        for_fitting(b, self.pixels, equal_sizes(self.size), of_size)


def for_fitting(
    b: LoopBuilder, count: Index, sizes: Sequence[int], body: Callable[[int, int], None]
) -> None:
    """`body(size, least)` for the first of some sizes, in order, that holds `count` >= `least`."""
    least = 1
    for size in sizes:
        fits = b.both(b.compare("sge", count, least), b.compare("sle", count, size))
        b.when(fits, functools.partial(body, size, least))
        least = size + 1


def for_last_tile(
    b: LoopBuilder, tiles: RegisterTiles, body: Callable[[Index, int, int], None]
) -> None:
    """
    `body(number, pixels, pixels that are left at least)` for the last register tile, if it is among
    these and not whole: of more pixels than are left, if a run tells how many these are.
    """
    rest, whole, size = tiles.rest, tiles.whole, tiles.size
    if isinstance(rest, int):
        for_rest(b, tiles, lambda t, pixels: body(t, pixels, pixels))
        return

    def one() -> None:
        sizes = sorted({-(-size * part // 8) for part in range(1, 9)})
        for_fitting(b, rest, sizes, lambda pixels, least: body(whole, pixels, least))

    b.when(b.compare("sgt", tiles.last, whole), one)


def for_rest(b: LoopBuilder, tiles: RegisterTiles, body: Callable[[Index, int], None]) -> None:
    """`body(number, pixels)` for the last register tile, if it is among these and not whole."""
    whole, last, rest = tiles.whole, tiles.last, tiles.rest
    if rest == 0:
        return

    def one() -> None:
        for_count(b, rest, range(1, tiles.size), lambda pixels: body(whole, pixels))

    if not (isinstance(last, int) and isinstance(whole, int)):
        b.when(b.compare("sgt", last, whole), one)
    elif last > whole:
        one()


def for_count(
    b: LoopBuilder, count: Index, counts: Sequence[int], body: Callable[[int], None]
) -> None:
    """`body(count)` unless it is 0; a count known at run time is looked up among some."""
    if not isinstance(count, int):
        for n in counts:
            b.when(b.compare("eq", count, n), functools.partial(body, n))
    elif count:
        body(count)
