"""Lower the reduction of one axis: vectors across the other axes, or along it if innermost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import gcd, inf

from xdsl.dialects import math
from xdsl.dialects.builtin import f32, i32
from xdsl.ir import SSAValue

from ....dialects.element_types import lanes_of
from ....dialects.kernel.attributes import AxisReduction
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.pooling import ReductionKernelOp
from ....dialects.target.records import Target
from ...common.target import lanes_for, vector_length
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import convert, index_as
from ..emit.building.inline_body import inline_body
from ..emit.building.lane_masks import first_lanes
from ..emit.building.vector_math import exp
from ..emit.images.pixel_lines import PixelLines
from . import loops

NEIGHBOURS = 8
"""Vectors of adjacent results: each row of the reduced axis is read in whole cache lines."""


@loops.register(ReductionKernelOp)
def reduction(b: LoopBuilder, op: ReductionKernelOp, target: Target) -> None:
    """Compute the outer axis in parallel, or adjacent results if there is no outer axis."""
    outer = buffer_shape(op.inputs[0])[0]
    kernel = ReductionLoops(b, op, lanes_for(target, op.inputs[0].type))
    end = b.mul(b.extent(op, 0, outer), kernel.lines.count)
    if kernel.inner == 1:
        b.parallel(end, kernel.along)
    elif end == 1:
        kernel.across_in_parallel()
    else:
        b.parallel(end, kernel.across)


class ReductionLoops:
    """The loops of one reduction."""

    def __init__(self, b: LoopBuilder, op: ReductionKernelOp, lanes: int):
        self.b, self.op = b, op
        self.x, self.y = op.inputs[0], op.outputs[0]
        _, self.reduced, *inner = buffer_shape(self.x)
        self.end, self.lines = b.extent(op, 1, self.reduced), PixelLines.of(b, op, inner, 2)
        self.inner = self.lines.plane
        self.width = vector_length(self.reduced if self.inner == 1 else self.lines.most, lanes)
        if self.inner == 1 and op.is_bounded(1):
            # The last vector is loaded whole, and is within its row.
            self.width = gcd(self.reduced, lanes)
        self.horizontal, neutral = _COMBINERS[op.kind.data]
        self.nothing = b.constant(neutral, b.vector(self.x, self.width))
        self.combine: Callable[[SSAValue, SSAValue], SSAValue] = {
            "add": b.addf,
            "mul": b.mulf,
            "max": b.maxf,
            "min": b.minf,
        }[self.horizontal]
        self.factor = reciprocal(b, self.end) if op.kind.data is AxisReduction.MEAN else None

    def prepared(self, value: SSAValue) -> SSAValue:
        """Return the summand of an element."""
        match self.op.kind.data:
            case AxisReduction.ASUM | AxisReduction.AMAX:
                return self.b.float_op(math.AbsFOp, value)
            case AxisReduction.SUMSQ:
                return self.b.mulf(value, value)
            case AxisReduction.SUMEXP:
                return exp(self.b, value)
            case _:
                return value

    def finished(self, value: SSAValue) -> SSAValue:
        """Return the result after the epilogue."""
        if self.factor is not None:
            value = self.b.mulf(value, self.b.splat(self.factor, lanes_of(value.type)))
        if self.op.epilogue is None:
            return value
        return inline_body(self.b, self.op.epilogue.block, [value])[0]

    def accumulate(
        self, start: Index, step: int, count: Index, vectors: int = 1, partial: int | None = None
    ) -> list[SSAValue]:
        """
        Reduce `count` rows of `vectors` vectors, `step` apart; the last vector may be partial.
        """
        b = self.b
        together = -(-b.target.loops.vectors // vectors)
        if isinstance(count, int):
            together = min(together, count)
        whole = b.mul(b.div(count, together), together)
        lanes = [None] * (vectors - 1) + [partial]

        def row(at: Index, place: int, values: Sequence[SSAValue]) -> list[SSAValue]:
            loaded = [
                b.load(self.x, at, place + v * self.width, self.width, lanes[v])
                for v in range(vectors)
            ]
            return [self.combine(v, self.prepared(e)) for v, e in zip(values, loaded, strict=True)]

        def rows(first: Index, values: Sequence[SSAValue], left: Index) -> list[SSAValue]:
            """Add up to `together` remaining rows, one to each of the accumulators."""
            parts = [values[u * vectors : (u + 1) * vectors] for u in range(together)]
            at, place = start, 0
            if isinstance(first, int):
                place = first * step
            else:
                at = b.add(start, b.mul(first, step))

            def added(u: int) -> Sequence[SSAValue]:
                return row(at, place + u * step, parts[u])

            def perhaps_added(u: int) -> Sequence[SSAValue]:
                return b.when(b.compare("sgt", left, u), lambda: added(u), lambda: parts[u])

            if isinstance(left, int):
                parts[:left] = map(added, range(left))
            else:
                parts[:-1] = map(perhaps_added, range(together - 1))
            return [value for part in parts for value in part]

        def all_together(i: Index, *values: SSAValue) -> list[SSAValue]:
            return rows(i, values, together)

        nothing = [self.nothing] * (together * vectors)
        values = rows(whole, b.loop(0, whole, together, all_together, nothing), b.sub(count, whole))
        results = values[:vectors]
        for i, value in enumerate(values[vectors:]):
            results[i % vectors] = self.combine(results[i % vectors], value)
        return results

    def across(self, unit: Index) -> None:
        """Compute several vectors of adjacent results of a line at a time."""
        group, (outer, line) = self.width * NEIGHBOURS, self.lines.place(self.b, unit)

        def neighbours(j: Index, count: int) -> None:
            self.neighbours(outer, self.b.add(line, j), count)

        self.b.for_vectors(self.lines.most, group, neighbours, self.lines.end)

    def across_in_parallel(self) -> None:
        """Compute the same in parallel for a single outer index."""
        b, group = self.b, self.width * NEIGHBOURS
        whole, rest = divmod(self.inner, group)
        end = b.whole_vectors(self.inner, group, self.lines.end)
        if whole:
            groups = b.div_up(end, group)
            b.parallel(groups, lambda i: self.neighbours(0, b.mul(i, group), group))
        if rest:
            b.parallel(1, lambda _: self.neighbours(0, whole * group, rest))

    def neighbours(self, outer: Index, first: Index, results: int) -> None:
        """Compute `results` adjacent results."""
        b, width = self.b, self.width
        x_at = b.add(b.mul(outer, self.reduced * self.inner), first)
        y_at = b.add(b.mul(outer, self.inner), first)
        vectors, partial = -(-results // width), results % width or None
        values = self.accumulate(x_at, self.inner, self.end, vectors, partial)
        for v, value in enumerate(values):
            last = partial if v == vectors - 1 else None
            b.store(self.finished(value), self.y, y_at, v * width, last)

    def along(self, outer: Index) -> None:
        """Compute one result from vectors along the reduced axis."""
        b = self.b
        x_at = b.mul(outer, self.reduced)
        value = self.bounded_row(x_at) if self.op.is_bounded(1) else self.row(x_at)
        b.store(self.finished(b.reduce(self.horizontal, value)), self.y, outer, 0)

    def row(self, x_at: Index) -> SSAValue:
        """Return the reduction of a row in each lane."""
        b, width = self.b, self.width
        vectors, rest = divmod(self.reduced, width)
        value = self.accumulate(x_at, width, vectors)[0] if vectors else self.nothing
        if not rest:
            return value
        last = self.prepared(b.load(self.x, x_at, vectors * width, width, rest))
        if width > 1:
            # Lanes past the end must be neutral.
            lanes = [i if i < rest else width + i for i in range(width)]
            last = b.shuffle(last, self.nothing, lanes)
        return self.combine(value, last)

    def bounded_row(self, x_at: Index) -> SSAValue:
        """Return the reduction of a row that ends at run time."""
        b, width = self.b, self.width
        vectors = b.div(self.end, width)
        value = self.accumulate(x_at, width, vectors)[0]
        if width == 1:
            return value
        at = b.mul(vectors, width)
        left = b.sub(self.end, at)

        def last() -> list[SSAValue]:
            elements = self.prepared(b.load(self.x, b.add(x_at, at), 0, width))
            mask = first_lanes(b, left, elements.type)
            return [self.combine(value, b.select(mask, elements, self.nothing))]

        return b.when(b.compare("sgt", left, 0), last, lambda: [value])[0]


def reciprocal(b: LoopBuilder, count: Index) -> SSAValue:
    """Return the reciprocal of a number as float32."""
    number = convert(b, "sitofp", index_as(b, count, i32), f32)
    return b.divf(b.constant(1.0, f32), number)


_COMBINERS = {
    AxisReduction.SUM: ("add", 0.0),
    AxisReduction.MEAN: ("add", 0.0),
    AxisReduction.ASUM: ("add", 0.0),
    AxisReduction.SUMSQ: ("add", 0.0),
    AxisReduction.SUMEXP: ("add", 0.0),
    AxisReduction.PROD: ("mul", 1.0),
    AxisReduction.MAX: ("max", -inf),
    AxisReduction.AMAX: ("max", 0.0),
    AxisReduction.MIN: ("min", inf),
}
"""Kind -> combination of vectors, of lanes, and the neutral element."""
