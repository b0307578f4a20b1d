"""
Emit perfect loop nests over flat memory: one scalar formula for every point of a box of indices.

Operands are accessed at `offset + sum of index * stride`: broadcasting is a stride of 0, a reversed
axis a negative one, a transposition a permutation of strides, a part of a buffer an offset.

Loops that all operands traverse as one are merged; one dimension becomes the vector. A loop whose
end is known at run time is merged with a static one inside of it, which keeps the end exact, but
not with one around it. A vector along such a loop may reach past its end: it is masked where the
buffer ends, not where the loop ends.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import prod

from xdsl.ir import SSAValue

from ....common.target import vector_length
from .builder import Index, LoopBuilder
from .shared_work import share_ranges

PointBody = Callable[[Sequence[SSAValue]], SSAValue]
"""Maps one value per input (scalars or vectors) to the value that is stored."""

MANY_ITERATIONS = 64
"""With fewer iterations of the outermost loop, threads share those of the next loop, too."""


VECTOR_STRIDES = (-1, 0, 1)
"""Distances of lanes that can be loaded: reversed neighbours, one element for all, neighbours."""


def load_vector(
    b: LoopBuilder,
    base: SSAValue,
    at: tuple[Index, int],
    stride: int,
    lanes: int,
    first: int | None,
) -> SSAValue:
    """Load elements from index + offset on, one for each lane, or only the first `count`."""
    index, offset = at
    if stride == 0 or lanes == 1:
        return b.broadcast(base, index, offset, lanes)
    if stride == 1:
        return b.load(base, index, offset, lanes, first)
    count = lanes if first is None else first
    value = b.load(base, index, offset - (count - 1), lanes, first)
    return b.shuffle(value, value, [max(count - 1 - lane, 0) for lane in range(lanes)])


@dataclass(frozen=True)
class AffineAccess:
    """
    Describe the address of an operand's element for the point `i`: `offset + sum of i[d] *
    strides[d]`.
    """

    memref: SSAValue
    offset: int
    strides: tuple[int, ...]


@dataclass(frozen=True)
class Nest:
    """
    Describe a box of points, and how each operand is accessed; the last operand is the output.
    """

    extents: tuple[int, ...]
    """The largest extents."""
    ends: tuple[Index, ...]
    """The ends of the loops: the extents, or smaller ones known at run time."""
    accesses: tuple[AffineAccess, ...]

    @property
    def inputs(self) -> tuple[AffineAccess, ...]:
        """Return all accesses but the output's."""
        return self.accesses[:-1]

    @property
    def output(self) -> AffineAccess:
        return self.accesses[-1]

    def advance(
        self, b: LoopBuilder, starts: Sequence[Index], loop: int, index: Index
    ) -> list[Index]:
        """Return the starts of the operands at an index of a loop."""
        pairs = zip(starts, self.accesses, strict=True)
        return [b.add(start, b.mul(index, access.strides[loop])) for start, access in pairs]

    def is_bounded(self, d: int) -> bool:
        """Return whether a loop may end before its largest extent."""
        return self.ends[d] != self.extents[d]

    def simplified(self, b: LoopBuilder) -> Nest:
        """
        Return the nest without loops of one iteration, and with merged neighbours that all operands
        traverse as one.
        """
        extents: list[int] = []
        ends: list[Index] = []
        strides: list[list[int]] = [[] for _ in self.accesses]
        for d, extent in enumerate(self.extents):
            if extent == 1:
                continue
            steps = [a.strides[d] for a in self.accesses]
            together = all(
                known[-1:] == [step * extent] for known, step in zip(strides, steps, strict=True)
            )
            if together and not self.is_bounded(d):
                extents[-1] *= extent
                ends[-1] = b.mul(ends[-1], extent)
                for known, step in zip(strides, steps, strict=True):
                    known[-1] = step
                continue
            extents.append(extent)
            ends.append(self.ends[d])
            for known, step in zip(strides, steps, strict=True):
                known.append(step)
        accesses = tuple(
            replace(a, strides=tuple(s)) for a, s in zip(self.accesses, strides, strict=True)
        )
        return Nest(tuple(extents), tuple(ends), accesses)

    def vector_dimension(self) -> int | None:
        """
        Return the innermost loop along which all operands are vectors (`load_vector`), if any.
        """
        for d in reversed(range(len(self.extents))):
            vectors = all(a.strides[d] in VECTOR_STRIDES for a in self.inputs)
            if self.output.strides[d] == 1 and vectors:
                return d
        return None

    def without(self, d: int) -> Nest:
        accesses = tuple(
            replace(a, strides=a.strides[:d] + a.strides[d + 1 :]) for a in self.accesses
        )
        extents, ends = self.extents[:d] + self.extents[d + 1 :], self.ends[:d] + self.ends[d + 1 :]
        return Nest(extents, ends, accesses)


def emit_nest(b: LoopBuilder, nest: Nest, lanes: int, body: PointBody) -> None:
    """Append the loops that compute `output = body(inputs)` for every point of the nest."""
    _Emitter(b, nest.simplified(b), lanes, body).run()


class _Emitter:
    """Emits one simplified nest."""

    def __init__(self, b: LoopBuilder, nest: Nest, lanes: int, body: PointBody):
        self.b, self.sizes = b, b.target.loops
        self.body = body
        self.width = 1
        self.partial: int | None = None
        self.steps = [1] * len(nest.extents)
        vector = nest.vector_dimension()
        self.lane_strides = [0] * len(nest.accesses)
        if vector is not None:
            extent = nest.extents[vector]
            self.width = vector_length(extent, lanes)
            self.lane_strides = [a.strides[vector] for a in nest.accesses]
            if extent <= self.width:
                self.partial = extent if extent < self.width else None
                nest = nest.without(vector)
                self.steps.pop()
            else:
                nest = _moved_innermost(nest, vector)
                self.steps[-1] = self.width
        self.nest = nest

    def run(self) -> None:
        starts: list[Index] = [0] * len(self.nest.accesses)
        if not self.nest.extents:
            self.points(starts, [0], self.partial, {})
            return
        big = prod(self.nest.extents) * self.width >= self.sizes.shared_elements * self.steps[-1]
        if len(self.nest.extents) == 1:
            self.innermost(starts, big)
        elif big:
            self.share(self.nest.ends)
        else:
            self.level(0, starts)

    def share(self, ends: Sequence[Index]) -> None:
        """
        Share the iterations of the outermost loop among threads; if they are few, of the next loop,
        too.
        """
        outer, inner, *others = ends
        many = isinstance(outer, int) and outer >= MANY_ITERATIONS
        if many or not others:
            starts: list[Index] = [0] * len(self.nest.accesses)
            self.b.parallel(outer, lambda i: self.level(1, self.nest.advance(self.b, starts, 0, i)))
            return
        share_ranges(self.b, outer, inner, self._rows)

    def _rows(self, i: Index, first: Index, last: Index) -> None:
        """Emit iterations [first, last) of the second loop, for iteration i of the first."""
        outer = self.nest.advance(self.b, [0] * len(self.nest.accesses), 0, i)
        self.b.loop(first, last, 1, lambda j: self.level(2, self.nest.advance(self.b, outer, 1, j)))

    def level(self, d: int, starts: list[Index]) -> None:
        """Emit the loops from depth d on, for parts of operands that begin at `starts`."""
        if d == len(self.nest.extents) - 1:
            self.innermost(starts, False)
            return
        end = self.nest.ends[d]
        self.b.loop(0, end, 1, lambda i: self.level(d + 1, self.nest.advance(self.b, starts, d, i)))

    def innermost(self, starts: list[Index], parallel: bool) -> None:
        """Emit the innermost loop: unrolled, then single vectors, then a partial one."""
        b, d, step = self.b, len(self.nest.extents) - 1, self.steps[-1]
        extent, end = self.nest.extents[d], self.nest.ends[d]
        together = step * self.sizes.vectors
        whole = b.whole_vectors(extent, step, end)
        count = b.div(whole, together)
        main = b.mul(count, together)
        bounded = self.nest.is_bounded(d)

        def unrolled(first: Index, last: Index) -> dict[int, SSAValue]:
            fixed = self.fixed(starts)
            offsets = [u * step for u in range(self.sizes.vectors)]
            b.loop(
                *(first, last, together),
                lambda i: self.points(
                    self.nest.advance(self.b, starts, d, i), offsets, self.partial, fixed
                ),
            )
            return fixed

        def single(i: Index, fixed: dict[int, SSAValue]) -> None:
            self.points(self.nest.advance(b, starts, d, i), [0], self.partial, fixed)

        def rest(fixed: dict[int, SSAValue]) -> None:
            if bounded:
                b.loop(main, whole, step, lambda i: single(i, fixed))
            elif isinstance(main, int) and isinstance(whole, int) and main < whole:
                self.points(starts, list(range(main, whole, step)), self.partial, fixed)
            last = extent // step * step
            if last < extent:
                b.when_reached(last, end, lambda: self.points(starts, [last], extent - last, fixed))

        if not parallel or main == 0:
            rest(unrolled(0, main))
            return

        def part(low: SSAValue, high: SSAValue) -> None:
            unrolled(b.mul(low, together), b.mul(b.min(high, count), together))
            if main != extent:
                b.when(b.compare("sgt", high, count), lambda: rest(self.fixed(starts)))

        b.share(b.add(count, int(main != extent)), part)

    def fixed(self, starts: list[Index]) -> dict[int, SSAValue]:
        """Return the inputs that do not change in the innermost loop."""
        return {
            k: self.load(k, starts, 0, self.partial)
            for k, access in enumerate(self.nest.inputs)
            if access.strides[-1] == 0
        }

    def points(
        self,
        starts: list[Index],
        offsets: list[int],
        partial: int | None,
        fixed: dict[int, SSAValue],
    ) -> None:
        """
        Compute and store the vectors at these indices of the innermost loop, counted from the
        starts.
        """
        b = self.b
        inputs = range(len(self.nest.inputs))
        loaded = [
            [fixed[k] if k in fixed else self.load(k, starts, offset, partial) for k in inputs]
            for offset in offsets
        ]
        results = b.interleaved([functools.partial(self.body, values) for values in loaded])
        output = self.nest.output
        for offset, result in zip(offsets, results, strict=True):
            at = output.offset + offset * (output.strides[-1] if output.strides else 0)
            self.b.store(result, output.memref, starts[-1], at, partial)

    def load(self, k: int, starts: list[Index], offset: int, partial: int | None) -> SSAValue:
        """Load input k, `offset` steps of the innermost loop from its start."""
        access = self.nest.accesses[k]
        at = access.offset + offset * (access.strides[-1] if access.strides else 0)
        stride = self.lane_strides[k]
        return load_vector(self.b, access.memref, (starts[k], at), stride, self.width, partial)


def _moved_innermost(nest: Nest, d: int) -> Nest:
    order = [e for e in range(len(nest.extents)) if e != d] + [d]
    accesses = tuple(replace(a, strides=tuple(a.strides[e] for e in order)) for a in nest.accesses)
    extents, ends = tuple(nest.extents[e] for e in order), tuple(nest.ends[e] for e in order)
    return Nest(extents, ends, accesses)
