"""Reductions of one axis: vectors across the other axes, or along it if it is the innermost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from xdsl.dialects import math
from xdsl.ir import SSAValue

from ....dialects.kernel.attributes import AxisReduction
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.pooling import ReductionKernelOp
from ....dialects.target.records import Target
from ...common.target import lanes_for, vector_length
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.inline_body import inline_body
from ..emit.building.vector_math import exp
from . import loops

ACCUMULATORS = 4
"""Partial results, so that one operation need not wait for the one before."""
NEIGHBOURS = 8
"""Vectors of neighbouring results: each row of the reduced axis is read in whole cache lines."""


@loops.register(ReductionKernelOp)
def reduction(b: LoopBuilder, op: ReductionKernelOp, target: Target) -> None:
    """The outer axis in parallel, or neighbouring results if there is none."""
    outer, _, inner = buffer_shape(op.inputs[0])
    kernel = ReductionLoops(b, op, lanes_for(target, op.inputs[0].type))
    if inner == 1:
        b.parallel(outer, kernel.along)
    elif outer == 1:
        kernel.across_in_parallel()
    else:
        b.parallel(outer, kernel.across)


class ReductionLoops:
    """The loops of one reduction."""

    def __init__(self, b: LoopBuilder, op: ReductionKernelOp, lanes: int):
        self.b, self.op = b, op
        self.x, self.y = op.inputs[0], op.outputs[0]
        _, self.reduced, self.inner = buffer_shape(self.x)
        self.width = vector_length(self.reduced if self.inner == 1 else self.inner, lanes)
        self.horizontal, neutral = _COMBINERS[op.kind.data]
        self.nothing = b.constant(neutral, b.vector(self.x, self.width))
        self.combine: Callable[[SSAValue, SSAValue], SSAValue] = {
            "add": b.addf,
            "mul": b.mulf,
            "max": b.maxf,
            "min": b.minf,
        }[self.horizontal]

    def prepared(self, value: SSAValue) -> SSAValue:
        """Return the summand of an element."""
        match self.op.kind.data:
            case AxisReduction.ASUM:
                return self.b.float_op(math.AbsFOp, value)
            case AxisReduction.SUMSQ:
                return self.b.mulf(value, value)
            case AxisReduction.SUMEXP:
                return exp(self.b, value)
            case _:
                return value

    def finished(self, value: SSAValue) -> SSAValue:
        """The result after the epilogue."""
        if self.op.epilogue is None:
            return value
        return inline_body(self.b, self.op.epilogue.block, [value])[0]

    def accumulate(
        self, start: Index, step: int, count: int, vectors: int = 1, partial: int | None = None
    ) -> list[SSAValue]:
        """Reduce `count` rows of `vectors` vectors, `step` apart, the last perhaps partial."""
        b = self.b
        together = min(-(-ACCUMULATORS // vectors), count)
        whole = count // together * together
        lanes = [None] * (vectors - 1) + [partial]

        def row(start: Index, place: int, values: Sequence[SSAValue]) -> list[SSAValue]:
            loaded = [
                b.load(self.x, start, place + v * self.width, self.width, lanes[v])
                for v in range(vectors)
            ]
            return [self.combine(v, self.prepared(e)) for v, e in zip(values, loaded, strict=True)]

        def rows(
            start: Index, first: int, values: Sequence[SSAValue], number: int
        ) -> list[SSAValue]:
            parts = [values[u * vectors : (u + 1) * vectors] for u in range(together)]
            for u in range(number):
                parts[u] = row(start, (first + u) * step, parts[u])
            return [value for part in parts for value in part]

        def some(i: Index, *values: SSAValue) -> list[SSAValue]:
            return rows(b.add(start, b.mul(i, step)), 0, values, together)

        nothing = [self.nothing] * (together * vectors)
        values = rows(start, whole, b.loop(0, whole, together, some, nothing), count - whole)
        results = values[:vectors]
        for i, value in enumerate(values[vectors:]):
            results[i % vectors] = self.combine(results[i % vectors], value)
        return results

    def across(self, outer: Index) -> None:
        """Vectors of neighbouring results, several at a time."""
        group = self.width * NEIGHBOURS
        whole = self.inner // group * group
        self.b.loop(0, whole, group, lambda j: self.neighbours(outer, j, group))
        if whole < self.inner:
            self.neighbours(outer, whole, self.inner - whole)

    def across_in_parallel(self) -> None:
        """The same of the only outer index."""
        b, group = self.b, self.width * NEIGHBOURS
        whole, rest = divmod(self.inner, group)
        if whole:
            b.parallel(whole, lambda i: self.neighbours(0, b.mul(i, group), group))
        if rest:
            b.parallel(1, lambda _: self.neighbours(0, whole * group, rest))

    def neighbours(self, outer: Index, first: Index, results: int) -> None:
        """Compute `results` neighbouring results."""
        b, width = self.b, self.width
        x_at = b.add(b.mul(outer, self.reduced * self.inner), first)
        y_at = b.add(b.mul(outer, self.inner), first)
        vectors, partial = -(-results // width), results % width or None
        values = self.accumulate(x_at, self.inner, self.reduced, vectors, partial)
        for v, value in enumerate(values):
            last = partial if v == vectors - 1 else None
            b.store(self.finished(value), self.y, y_at, v * width, last)

    def along(self, outer: Index) -> None:
        """One result from vectors along the reduced axis."""
        b, width = self.b, self.width
        x_at = b.mul(outer, self.reduced)
        vectors, rest = divmod(self.reduced, width)
        value = self.accumulate(x_at, width, vectors)[0] if vectors else self.nothing
        if rest:
            last = self.prepared(b.load(self.x, x_at, vectors * width, width, rest))
            if width > 1:
                # Lanes past the end must change nothing.
                lanes = [i if i < rest else width + i for i in range(width)]
                last = b.shuffle(last, self.nothing, lanes)
            value = self.combine(value, last)
        b.store(self.finished(b.reduce(self.horizontal, value)), self.y, outer, 0)


_COMBINERS = {
    AxisReduction.SUM: ("add", 0.0),
    AxisReduction.ASUM: ("add", 0.0),
    AxisReduction.SUMSQ: ("add", 0.0),
    AxisReduction.SUMEXP: ("add", 0.0),
    AxisReduction.PROD: ("mul", 1.0),
    AxisReduction.MAX: ("max", -inf),
    AxisReduction.MIN: ("min", inf),
}
"""Kind -> how vectors and lanes combine, and what changes nothing."""
