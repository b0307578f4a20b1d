"""
Loop over register tiles of pixels, whose number is static or known at run time.

The last tile is smaller, masked, or as large as the others where memory allows; or all tiles are of
about equal size.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ....common.geometry.partial_tiles import equal_sizes, partial_sizes
from .builder import Index, LoopBuilder
from .prefetching import Turn


@dataclass(frozen=True)
class BalancedTiles:
    """
    Describe register tiles [first, last) of pixels known at run time, of about equal size.

    All have `fewest` pixels, of at most `size`, and the first `larger` ones one more: 9 pixels in
    tiles of at most 8 are 5 and 4, since the sums of a single pixel would wait for each other.
    """

    first: Index
    last: Index
    size: int
    fewest: Index
    larger: Index

    @classmethod
    def of(cls, b: LoopBuilder, pixels: Index, size: int) -> BalancedTiles:
        """Return all register tiles of `pixels` pixels."""
        count = b.div_up(pixels, size)
        divisor = b.max(count, 1)
        fewest = b.div(pixels, divisor)
        return cls(0, count, size, fewest, b.sub(pixels, b.mul(fewest, divisor)))

    def start(self, b: LoopBuilder, tile: Index) -> Index:
        """Return the first pixel of a tile."""
        return b.add(b.mul(tile, self.fewest), b.min(tile, self.larger))

    def place(self, b: LoopBuilder, tile: Index) -> tuple[Index, Index]:
        """Return the first pixel of a tile, and its number of pixels."""
        first = self.start(b, tile)
        return first, b.sub(self.start(b, b.add(tile, 1)), first)

    def turn(self, b: LoopBuilder, tile: Index) -> Turn:
        """Return the turn of a tile; all tiles take about as long."""
        return Turn(b.sub(tile, self.first), b.sub(self.last, self.first))

    def each(self, b: LoopBuilder, least: int, body: Callable[[Index, int], None]) -> None:
        """Call `body(number, pixels)` for these tiles, which have at least `least` pixels."""

        def tile(t: Index) -> None:
            _, pixels = self.place(b, t)
            for_count(b, pixels, range(least, self.size + 1), lambda count: body(t, count))

        b.loop(self.first, self.last, 1, tile)


@dataclass(frozen=True)
class RegisterTiles:
    """Describe register tiles [first, last): `whole` tiles of `size` pixels, and one of `rest`."""

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
        Return all register tiles of a number of pixels known at run time.

        Behind the pixels there is memory for a tile, or up to `room`: the last tile is whole if the
        largest of `partial_sizes` does not hold it.
        """
        most = max(partial_sizes(size), default=0)
        whole = b.div(b.add(pixels, size - 1 - most), size)
        if room is not None:
            whole = b.min(whole, room // size)
        rest = b.max(b.sub(pixels, b.mul(whole, size)), 0)
        return cls(0, b.div_up(pixels, size), size, whole, rest)

    @classmethod
    def of(cls, pixels: int, size: int, first: Index, last: Index) -> RegisterTiles:
        """Return the register tiles [first, last) of `pixels` pixels."""
        return cls(first, last, size, *divmod(pixels, size))

    def end_of_whole(self, b: LoopBuilder) -> Index:
        """Return the end of the whole tiles among these."""
        return self.last if self.rest == 0 else b.min(self.last, self.whole)

    def turn(self, b: LoopBuilder, tile: Index) -> Turn:
        """
        Return the turn of a tile among about a number of tiles.

        If the number is known at run time, the last ones, which prefetch, are whole tiles if there
        are two: the next weights would not arrive in the time of a remainder.
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
    """Call `body(number, pixels)` for register tiles."""
    if tiles.whole != 0:
        b.loop(tiles.first, tiles.end_of_whole(b), 1, lambda t: body(t, tiles.size))
    for_rest(b, tiles, body)


def for_dynamic_tiles(
    b: LoopBuilder, tiles: RegisterTiles, room: int, body: Callable[[Index, int, Index], None]
) -> None:
    """
    Call `body(number, pixels, pixels before them in the tile)` for register tiles of pixels with
    memory up to `room`.

    A remainder known at run time uses the smallest tile that holds it, or several where memory
    ends.
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
class PaddedTiles:
    """
    Describe `count` register tiles of up to `size` pixels, all of the smallest of `equal_sizes`
    that is at least `pixels`. Memory has room for a last tile that is larger than the rest.
    """

    count: Index
    size: int
    pixels: Index

    @classmethod
    def of(cls, b: LoopBuilder, pixels: Index, size: int) -> PaddedTiles:
        """Return all register tiles of a number of pixels known at run time."""
        count = b.div_up(pixels, size)
        return cls(count, size, b.div_up(pixels, b.max(count, 1)))

    def each(self, b: LoopBuilder, body: Callable[[Index, int, Turn], None]) -> None:
        """Call `body(first pixel, pixels, turn)` for these tiles."""

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
    """
    Call `body(size, least)` for the first of some sizes, in order, that holds `count` >= `least`.
    """
    least = 1
    for size in sizes:
        fits = b.both(b.compare("sge", count, least), b.compare("sle", count, size))
        b.when(fits, functools.partial(body, size, least))
        least = size + 1


def for_last_tile(
    b: LoopBuilder, tiles: RegisterTiles, body: Callable[[Index, int, int], None]
) -> None:
    """
    Call `body(number, pixels, least pixels that are left)` for the last register tile, if it is in
    the range and not whole; a dynamic number of pixels may be rounded up.
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
    """
    Call `body(number, pixels)` for the last register tile, if it is in the range and not whole.
    """
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
    """Call `body(count)` unless it is 0; a count known at run time is looked up among some."""
    if not isinstance(count, int):
        for n in counts:
            b.when(b.compare("eq", count, n), functools.partial(body, n))
    elif count:
        body(count)
