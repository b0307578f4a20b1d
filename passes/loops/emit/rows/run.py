"""Neighbouring elements, a vector at a time: their sums, their maximum, all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from math import gcd

from xdsl.ir import Attribute, SSAValue

from ....common.target import vector_length
from ..building.builder import Index, LoopBuilder
from ..building.lane_masks import first_lanes

LOWEST = -3.4028234663852886e38
"""The most negative float32; a maximum begins here."""

SumStep = Callable[[Sequence[SSAValue], SSAValue], Sequence[SSAValue]]
"""From sums and a vector of elements to the sums with these."""
MaskedVisit = Callable[[SSAValue, Index, SSAValue | None], SSAValue]
"""From a value and the place of a vector to the next one; a mask of its lanes (None: all)."""
Combine = Callable[[SSAValue, SSAValue], SSAValue]
Visit = Callable[[Sequence[SSAValue], Index, int | None], Sequence[SSAValue]]
"""The same from the place of a vector, and how many elements it has (None: all)."""


def each_vector(
    b: LoopBuilder, end: Index, width: int, body: Callable[[Index, int | None], None]
) -> None:
    """`body(i, None)` for the first element of each vector up to an end, several at a time."""
    vectors = b.target.loops.vectors
    together = vectors * width

    def several(i: Index) -> None:
        for n in range(vectors):
            body(b.add(i, n * width), None)

    main = b.mul(b.div(end, together), together)
    b.loop(0, main, together, several)
    b.loop(main, end, width, lambda i: body(i, None))


@dataclass(frozen=True)
class ElementRun:
    """`length` neighbouring elements of a buffer, in vectors of `width`."""

    b: LoopBuilder
    base: SSAValue
    length: int
    width: int

    @property
    def whole(self) -> int:
        """Elements in whole vectors."""
        return self.length // self.width * self.width

    @property
    def rest(self) -> int:
        """Elements after these."""
        return self.length - self.whole

    def each(self, body: Callable[[Index, int | None], None]) -> None:
        """`body(i, partial)` for each vector's first element; `partial` (None: all) are in it."""
        each_vector(self.b, self.whole, self.width, body)
        if self.rest:
            body(self.whole, self.rest)

    def totals(self, at: Index, count: int, step: SumStep) -> list[SSAValue]:
        """Return `count` sums, lane by lane, over the run that begins at element `at`."""

        def add(sums: Sequence[SSAValue], i: Index, partial: int | None) -> Sequence[SSAValue]:
            return step(sums, self.b.load(self.base, self.b.add(at, i), 0, self.width, partial))

        return self.fold([0.0] * count, add, self.b.addf)

    def largest(self, at: Index) -> SSAValue:
        """Return the largest elements of the run that begins at element `at`, lane by lane."""

        def take(best: Sequence[SSAValue], i: Index, partial: int | None) -> Sequence[SSAValue]:
            value = self.b.load(self.base, self.b.add(at, i), 0, self.width, partial)
            return [self.b.maxf(best[0], value)]

        (best,) = self.fold([LOWEST], take, self.b.maxf)
        return best

    def fold(
        self,
        neutral: Sequence[float],
        visit: Visit,
        combine: Combine,
        together: int | None = None,
    ) -> list[SSAValue]:
        """Fold values over the run, in `together` accumulators that start as `neutral`."""
        b, width, count = self.b, self.width, len(neutral)
        start = [b.constant(value, b.vector(self.base, width)) for value in neutral]
        together = together or b.target.loops.vectors
        together = max(min(together, self.whole // width), 1)
        main = self.whole // (width * together) * width * together

        def several(i: Index, *values: SSAValue) -> list[SSAValue]:
            new: list[SSAValue] = []
            for n in range(len(values) // count):
                place = b.add(i, n * width)
                new += visit(values[n * count : (n + 1) * count], place, None)
            return new

        values = list(b.loop(0, main, width * together, several, start * together))
        left = (self.whole - main) // width * count
        values = [*several(main, *values[:left]), *values[left:]]
        if self.rest:
            last = visit(start, self.whole, self.rest)
            values += [self.first_lanes(v, s) for v, s in zip(last, start, strict=True)]
        return [reduce(combine, values[kind::count]) for kind in range(count)]

    def first_lanes(self, value: SSAValue, other: SSAValue) -> SSAValue:
        """Return a value in the lanes of the run's last vector, another in those past its end."""
        lanes = [i if i < self.rest else self.width + i for i in range(self.width)]
        return self.b.shuffle(value, other, lanes)


class BoundedRun:
    """
    Neighbouring elements, a dynamic number, in vectors of `width`, which divides the largest
    number: the last vector is read whole, and its lanes past the end are masked.
    """

    def __init__(self, b: LoopBuilder, count: Index, width: int):
        self.b, self.count, self.width = b, count, width
        self.whole = b.mul(b.div(count, width), width)
        self.end = b.mul(b.div_up(count, width), width)
        """The end of all vectors."""

    def last_lanes(self, type: Attribute) -> SSAValue:
        """Return the mask of the last vector of a run that is not empty."""
        return first_lanes(self.b, self.b.sub(self.count, self.b.sub(self.end, self.width)), type)

    def fold(
        self,
        start: SSAValue,
        visit: MaskedVisit,
        mask: SSAValue,
        combine: Combine | None = None,
    ) -> SSAValue:
        """
        Fold a value over a run that is not empty, whose last vector has such a mask: one vector
        after another, with `combine` several at a time.
        """
        b, value, main = self.b, start, 0
        last = b.sub(self.end, self.width)
        if combine is not None:
            vectors = b.target.loops.vectors
            together = vectors * self.width

            def several(i: Index, *values: SSAValue) -> list[SSAValue]:
                return [visit(v, b.add(i, n * self.width), None) for n, v in enumerate(values)]

            main = b.mul(b.div(last, together), together)
            value = reduce(combine, b.loop(0, main, together, several, [start] * vectors))
        (value,) = b.loop(main, last, self.width, lambda i, v: [visit(v, i, None)], [value])
        return visit(value, last, mask)

    def each(self, body: Callable[[Index, int | None], None]) -> None:
        """`body(i, None)` for each vector's first element; the last one reaches past the end."""
        each_vector(self.b, self.end, self.width, body)


class BoundedElementRun(BoundedRun):
    """A `BoundedRun` of a buffer, with the sums and visits of an `ElementRun`."""

    def __init__(self, b: LoopBuilder, base: SSAValue, count: Index, width: int):
        super().__init__(b, count, width)
        self.base = base

    def totals(self, at: Index, count: int, step: SumStep) -> list[SSAValue]:
        """Return `count` sums, lane by lane, over the run that begins at element `at`."""
        b, vectors = self.b, self.b.target.loops.vectors
        together = self.width * vectors
        start = b.constant(0.0, b.vector(self.base, self.width))

        def add(sums: Sequence[SSAValue], i: Index) -> list[SSAValue]:
            return list(step(sums, b.load(self.base, b.add(at, i), 0, self.width)))

        def several(i: Index, *sums: SSAValue) -> list[SSAValue]:
            parts = [sums[n * count : (n + 1) * count] for n in range(vectors)]
            return [v for n, part in enumerate(parts) for v in add(part, b.add(i, n * self.width))]

        def single(i: Index, *sums: SSAValue) -> list[SSAValue]:
            return add(sums, i)

        main = b.mul(b.div(self.count, together), together)
        sums = list(b.loop(0, main, together, several, [start] * (count * vectors)))
        sums = [reduce(b.addf, sums[kind::count]) for kind in range(count)]
        sums = list(b.loop(main, self.whole, self.width, single, sums))
        if self.width == 1:
            return sums
        left = b.sub(self.count, self.whole)

        def last() -> list[SSAValue]:
            mask = first_lanes(b, left, start.type)
            pairs = zip(add(sums, self.whole), sums, strict=True)
            return [b.select(mask, new, old) for new, old in pairs]

        return list(b.when(b.compare("sgt", left, 0), last, lambda: sums))


@dataclass(frozen=True)
class LinesRun:
    """Several runs of elements that begin `pitch` elements after each other, as one."""

    line: BoundedElementRun
    lines: Index
    pitch: int

    @property
    def width(self) -> int:
        """Return the elements of a vector."""
        return self.line.width

    def each(self, body: Callable[[Index, int | None], None]) -> None:
        """Visit the vectors of one line after another, as of a line."""
        b = self.line.b

        def line(number: Index) -> None:
            at = b.mul(number, self.pitch)
            self.line.each(lambda i, partial: body(b.add(at, i), partial))

        b.loop(0, self.lines, 1, line)

    def totals(self, at: Index, count: int, step: SumStep) -> list[SSAValue]:
        """
        Return `count` sums, lane by lane, over the lines, of which the first begins at element
        `at`.
        """
        b = self.line.b
        zero = b.constant(0.0, b.vector(self.line.base, self.width))

        def line(number: Index, *sums: SSAValue) -> list[SSAValue]:
            totals = self.line.totals(b.add(at, b.mul(number, self.pitch)), count, step)
            return [b.addf(*pair) for pair in zip(sums, totals, strict=True)]

        return list(b.loop(0, self.lines, 1, line, [zero] * count))


def run_of(
    b: LoopBuilder, base: SSAValue, length: tuple[int, Index], lanes: int
) -> ElementRun | BoundedElementRun:
    """Return a run of a static number of elements, or of a dynamic one up to a maximum."""
    most, count = length
    if isinstance(count, int):
        return ElementRun(b, base, count, vector_length(count, lanes))
    return BoundedElementRun(b, base, count, gcd(most, lanes))
