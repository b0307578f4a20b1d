"""Copies elements of a row, also every second or third, by whole vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.ir import SSAValue

from ..building.builder import Index, LoopBuilder

LEAST_LANES = 4
"""Pieces shorter than a vector of so many elements are copied one by one."""
MOST_STRIDE = 4
"""Elements further apart are copied one by one: their vectors would be mostly skipped."""


ElementConversion = Callable[[LoopBuilder, SSAValue], SSAValue]


@dataclass(frozen=True)
class RowCopy:
    """
    Copies from one buffer to another, in vectors of up to `widest` elements.

    An element may be a `group` of numbers that lie side by side; places are those of numbers. A
    piece ends with a vector that overlaps the one before, so that nothing outside of it is read or
    written. What is copied may be converted; `fill` then is what zeros become.
    """

    b: LoopBuilder
    source: SSAValue
    target: SSAValue
    widest: int
    group: int = 1
    convert: ElementConversion | None = None
    fill: int = 0

    def copy(self, at: Index, stride: int, to: Index, low: Index, high: Index) -> None:
        """`target[to + i] = source[at + i * stride]` for i in [low, high)."""
        b, group = self.b, self.group

        def vector(i: Index, lanes: int) -> None:
            value = self._strided(b.add(at, b.mul(i, stride * group)), stride, lanes)
            if self.convert is not None:
                value = self.convert(b, value)
            b.store(value, self.target, b.add(to, b.mul(i, group)), 0)

        self._over(low, high, self._sizes_for(stride), vector)

    def repeat(self, at: Index, to: Index, low: Index, high: Index) -> None:
        """`target[to + i] = source[at]` for i in [low, high), of single numbers."""
        b = self.b

        def vector(i: Index, lanes: int) -> None:
            b.store(b.broadcast(self.source, at, 0, lanes), self.target, b.add(to, i), 0)

        self._over(low, high, self._sizes(), vector)

    def zero(self, to: Index, low: Index, high: Index) -> None:
        """`target[to + i] = 0` for i in [low, high)."""
        b, group = self.b, self.group

        def vector(i: Index, lanes: int) -> None:
            zero = b.constant(self.fill, b.stored_vector(self.target, lanes * group))
            b.store(zero, self.target, b.add(to, b.mul(i, group)), 0)

        self._over(low, high, self._sizes(), vector)

    def _sizes_for(self, stride: int) -> list[int]:
        return self._sizes() if stride <= MOST_STRIDE else [1]

    def _sizes(self) -> list[int]:
        """Sizes of vectors, widest first, and 1."""
        sizes = [max(self.widest // self.group, 1)]
        while sizes[-1] > LEAST_LANES:
            sizes.append(sizes[-1] // 2)
        return [*sizes, 1] if sizes[-1] > 1 else sizes

    def _over(
        self, low: Index, high: Index, sizes: Sequence[int], body: Callable[[Index, int], None]
    ) -> None:
        """`body(i, lanes)` over [low, high), in vectors of the widest size that fits."""
        b = self.b
        lanes, *narrower = sizes
        if not narrower:
            b.loop(low, high, 1, lambda i: body(i, 1))
            return

        def in_vectors() -> None:
            last = b.sub(high, lanes)
            b.loop(low, last, lanes, lambda i: body(i, lanes))
            body(last, lanes)

        fits = b.compare("sge", b.sub(high, low), lanes)
        b.when(fits, in_vectors, lambda: self._over(low, high, narrower, body))

    def _strided(self, at: Index, stride: int, lanes: int) -> SSAValue:
        """Shuffle `lanes` elements `stride` apart from vectors, none read past the last."""
        b, group = self.b, self.group
        value = b.load_for(self.target, self.source, at, 0, lanes * group)
        if stride == 1 or lanes == 1:
            return value
        for number in range(1, stride):
            start = number * lanes if number < stride - 1 else number * (lanes - 1)
            following = b.load_for(self.target, self.source, at, start * group, lanes * group)
            mask = merging(number, start, stride, lanes)
            value = b.shuffle(value, following, of_groups(mask, group))
        return value


def of_groups(mask: Sequence[int], group: int) -> list[int]:
    return [-1 if lane < 0 else lane * group + n for lane in mask for n in range(group)]


def merging(number: int, start: int, stride: int, lanes: int) -> list[int]:
    """Return the mask that merges a vector's elements, from `start` on, into those found so far."""
    mask: list[int] = []
    for lane, element in enumerate(range(0, stride * lanes, stride)):
        if element < number * lanes:
            mask.append(element if number == 1 else lane)
        else:
            mask.append(lanes + element - start if element - start < lanes else -1)
    return mask
