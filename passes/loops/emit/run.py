"""Sums over neighbouring elements, a vector at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce

from xdsl.ir import SSAValue

from .builder import Index, LoopBuilder

TOGETHER = 4
"""Vectors that are worked on together: no sum waits for the one before."""

Step = Callable[[Sequence[SSAValue], SSAValue], Sequence[SSAValue]]
"""From sums and a vector of elements to the sums with these."""


@dataclass(frozen=True)
class Run:
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

    def each(self, body: Callable[..., None]) -> None:
        """`body(i, partial)` for each vector's first element; `partial` (None: all) are in it."""
        b, main = self.b, self.width * TOGETHER

        def several(i: Index) -> None:
            for n in range(TOGETHER):
                body(b.add(i, n * self.width), None)

        several_end = self.length // main * main
        b.loop(0, several_end, main, several)
        b.loop(several_end, self.whole, self.width, lambda i: body(i, None))
        if self.rest:
            body(self.whole, self.rest)

    def totals(self, at: Index, count: int, step: Step) -> list[SSAValue]:
        """`count` sums, lane by lane, over the run that begins at element `at`."""
        b, width = self.b, self.width
        zero = b.constant(0.0, b.vector(self.base, width))
        together = max(min(TOGETHER, self.whole // width), 1)
        main = self.whole // (width * together) * width * together

        def several(i: Index, *sums: SSAValue) -> list[SSAValue]:
            place = b.add(at, i)
            new: list[SSAValue] = []
            for n in range(len(sums) // count):
                value = b.load(self.base, place, n * width, width)
                new += step(sums[n * count : (n + 1) * count], value)
            return new

        sums = list(b.loop(0, main, width * together, several, [zero] * (together * count)))
        left = (self.whole - main) // width * count
        sums = [*several(main, *sums[:left]), *sums[left:]]
        if self.rest:
            last = b.load(self.base, b.add(at, self.whole), 0, width, self.rest)
            sums += [self._first_lanes(value) for value in step([zero] * count, last)]
        return [reduce(b.addf, sums[kind::count]) for kind in range(count)]

    def _first_lanes(self, value: SSAValue) -> SSAValue:
        """Zeros in the lanes past the end of the run."""
        zero = self.b.constant(0.0, value.type)
        lanes = [i if i < self.rest else self.width + i for i in range(self.width)]
        return self.b.shuffle(value, zero, lanes)
