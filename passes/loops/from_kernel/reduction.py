"""Reductions of one axis: vectors across the other axes, or along it if it is the innermost."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from xdsl.dialects import math
from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.pooling import ReductionKernelOp
from ....dialects.target.records import Target
from ...common.target import lanes_for
from ...common.vector_length import vector_length
from ..emit.builder import Index, LoopBuilder
from ..emit.inline_body import inline_body
from ..emit.vector_math import exp
from . import loops

ACCUMULATORS = 4
"""Partial results, so that one operation need not wait for the one before."""


@loops.register(ReductionKernelOp)
def reduction(b: LoopBuilder, op: ReductionKernelOp, target: Target) -> None:
    """The outer axis in parallel."""
    _, _, inner = buffer_shape(op.inputs[0])
    kernel = Reduction(b, op, lanes_for(target, op.inputs[0].type))
    b.parallel(buffer_shape(op.inputs[0])[0], kernel.along if inner == 1 else kernel.across)


class Reduction:
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
        """What is summed for an element."""
        match self.op.kind.data:
            case "asum":
                return self.b.float_op(math.AbsFOp, value)
            case "sumsq":
                return self.b.mulf(value, value)
            case "sumexp":
                return exp(self.b, value)
            case _:
                return value

    def finished(self, value: SSAValue) -> SSAValue:
        """The result after the epilogue."""
        if self.op.epilogue is None:
            return value
        return inline_body(self.b, self.op.epilogue.block, [value])[0]

    def accumulate(
        self, start: Index, step: int, count: int, partial: int | None = None
    ) -> SSAValue:
        """The result of `count` vectors, the first at `start`, `step` elements apart."""
        b = self.b
        together = min(ACCUMULATORS, count)
        whole = count // together * together

        def some(i: Index, *values: SSAValue) -> list[SSAValue]:
            at = b.add(start, b.mul(i, step))
            loaded = [b.load(self.x, at, u * step, self.width, partial) for u in range(together)]
            return [self.combine(v, self.prepared(e)) for v, e in zip(values, loaded, strict=True)]

        values = list(b.loop(0, whole, together, some, [self.nothing] * together))
        for u in range(count - whole):
            element = b.load(self.x, start, (whole + u) * step, self.width, partial)
            values[u] = self.combine(values[u], self.prepared(element))
        result = values[0]
        for value in values[1:]:
            result = self.combine(result, value)
        return result

    def across(self, outer: Index) -> None:
        """Vectors of neighbouring results."""
        b = self.b
        x_at, y_at = b.mul(outer, self.reduced * self.inner), b.mul(outer, self.inner)
        whole = self.inner // self.width * self.width

        def vector(j: Index, partial: int | None = None) -> None:
            value = self.accumulate(b.add(x_at, j), self.inner, self.reduced, partial)
            b.store(self.finished(value), self.y, b.add(y_at, j), 0, partial)

        b.loop(0, whole, self.width, vector)
        if whole < self.inner:
            vector(whole, self.inner - whole)

    def along(self, outer: Index) -> None:
        """One result from vectors along the reduced axis."""
        b, width = self.b, self.width
        x_at = b.mul(outer, self.reduced)
        vectors, rest = divmod(self.reduced, width)
        value = self.accumulate(x_at, width, vectors) if vectors else self.nothing
        if rest:
            last = self.prepared(b.load(self.x, x_at, vectors * width, width, rest))
            if width > 1:
                # Lanes past the end must change nothing.
                lanes = [i if i < rest else width + i for i in range(width)]
                last = b.shuffle(last, self.nothing, lanes)
            value = self.combine(value, last)
        b.store(self.finished(b.reduce(self.horizontal, value)), self.y, outer, 0)


_COMBINERS = {
    "sum": ("add", 0.0),
    "asum": ("add", 0.0),
    "sumsq": ("add", 0.0),
    "sumexp": ("add", 0.0),
    "prod": ("mul", 1.0),
    "max": ("max", -inf),
    "min": ("min", inf),
}
"""Kind -> how vectors and lanes combine, and what changes nothing."""
