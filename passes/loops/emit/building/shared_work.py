"""
Divide the work of a kernel among threads.

Threads share the smallest pieces, register tiles or rows, so that shares are as equal as possible;
each thread blocks its own share for the cache.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

from xdsl.ir import SSAValue

from ..conv.conv_tile import alike_groups
from .builder import Index, LoopBuilder

RangeBody = Callable[[Index, Index, Index], None]
"""`body(i, first, last)` processes the inner units [first, last) of outer unit i."""
TilesBody = Callable[[Index, int, Index, Index], None]
"""`body(first vector, number of vectors, first, last)` processes some tiles."""


def share_ranges(b: LoopBuilder, outer: Index, inner: Index, body: RangeBody) -> None:
    """Share `outer * inner` units among threads; those of an outer unit are adjacent."""
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
    """Call `body` for each outer unit of `inner` units that overlaps a range."""
    first, last = units

    def one(i: Index) -> None:
        at = b.mul(i, inner)
        body(i, b.max(b.sub(first, at), 0), b.min(b.sub(last, at), inner))

    b.loop(b.div(first, inner), b.div_up(last, inner), 1, one)


def parallel_rows(
    b: LoopBuilder, ends: tuple[Index, Index], most: int, body: Callable[[Index], None]
) -> None:
    """
    Call `body(row)` in parallel for the rows of `outer,rows` before such ends, numbered as if each
    outer unit had `most`, the largest number of rows.
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
    """Share such rows: `body(first, last)` processes rows of one outer unit."""

    def some(i: Index, first: Index, last: Index) -> None:
        at = b.mul(i, most)
        body(b.add(at, first), b.add(at, last))

    share_ranges(b, *ends, some)


def parallel_pairs(
    b: LoopBuilder, outer: Index, inner: Index, body: Callable[[Index, Index], None]
) -> None:
    """Call `body(i, j)` in parallel for all i < outer and j < inner."""

    def pair(at: Index) -> None:
        i = b.div(at, inner)
        j = b.rem(at, inner) if isinstance(inner, int) else b.sub(at, b.mul(i, inner))
        body(i, j)

    b.parallel(b.mul(outer, inner), pair)


def for_blocks(
    b: LoopBuilder, first: Index, last: Index, most: int, body: Callable[[Index, Index], None]
) -> None:
    """
    Call `body(begin, end)` for the units [first, last) of a thread, in about equal blocks of at
    most `most`.
    """
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

    Groups of vectors are processed one after the other; the weights of a group then serve all
    tiles. Threads share pairs of a tile and a vector, in this order: where two threads meet within
    a tile, the tile belongs to one of them. A different last group may be separate, as in
    `for_vector_groups`. Each thread runs `begin` before its share.
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
    """
    Share tiles as `share_tiles`, in about equal blocks of at most `most`; there is at least one
    tile.
    """
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
    """Describe `count` groups of vectors of a size, and one of `rest`, if that is not 0."""

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
    """Emit the pairs of a tile and a vector [low, high) of a block `(first tile, tiles)`."""
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
    """Call `body()` unless a range is empty."""
    if not (isinstance(first, int) and isinstance(last, int)):
        b.when(b.compare("slt", first, last), body)
    elif first < last:
        body()
