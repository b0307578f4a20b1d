"""Normalisation of rows: sums along each row, then one more pass that scales it."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from xdsl.dialects import math
from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.layernorm import NormalizeRowsOp
from ....dialects.target.records import Target
from ...common.target import lanes_for
from ...common.vector_length import vector_length
from ..emit.builder import Index, LoopBuilder
from . import loops

TOGETHER = 4
"""Vectors of a row that are worked on together."""

Prepare = Callable[[SSAValue], SSAValue]
"""What is summed, from a vector of the row."""


@loops.register(NormalizeRowsOp)
def normalize_rows(b: LoopBuilder, op: NormalizeRowsOp, target: Target) -> None:
    """Rows in parallel."""
    rows = Rows(b, op, lanes_for(target, op.inputs[0].type))
    b.parallel(buffer_shape(op.inputs[0])[0], rows.row)


class Rows:
    """The loops of one normalisation."""

    def __init__(self, b: LoopBuilder, op: NormalizeRowsOp, lanes: int):
        self.b, self.op = b, op
        self.x, *self.vectors = op.inputs
        self.y = op.outputs[0]
        self.length = buffer_shape(self.x)[1]
        self.width = vector_length(self.length, lanes)
        self.whole = self.length // self.width * self.width
        self.rest = self.length - self.whole

    def row(self, i: Index) -> None:
        """Normalise row i."""
        b, width = self.b, self.width
        element = b.vector(self.x, 1)
        at = b.mul(i, self.length)
        count = b.constant(1.0 / self.length, element)
        mean = None
        if self.op.centred is not None:
            mean = b.splat(b.mulf(self.total(at, lambda v: v), count), width)

        def centred(value: SSAValue) -> SSAValue:
            return value if mean is None else b.subf(value, mean)

        def squared(value: SSAValue) -> SSAValue:
            difference = centred(value)
            return b.mulf(difference, difference)

        variance = b.mulf(self.total(at, squared), count)
        deviation = b.float_op(
            math.SqrtOp, b.addf(variance, b.constant(self.op.eps.value.data, element))
        )
        scale = b.splat(b.divf(b.constant(1.0, element), deviation), width)

        def store(j: Index, partial: int | None = None) -> None:
            value = b.mulf(centred(b.load(self.x, b.add(at, j), 0, width, partial)), scale)
            parameters = [b.load(v, j, 0, width, partial) for v in self.vectors]
            if len(parameters) == 2:
                value = b.fma(value, *parameters)
            elif parameters:
                value = b.mulf(value, parameters[0])
            b.store(value, self.y, b.add(at, j), 0, partial)

        b.loop(0, self.whole, width, store)
        if self.rest:
            store(self.whole, self.rest)

    def total(self, at: Index, prepare: Prepare) -> SSAValue:
        """The sum of what `prepare` makes of the row's elements."""
        b, width = self.b, self.width
        zero = b.constant(0.0, b.vector(self.x, width))
        step = width * TOGETHER
        main = self.length // step * step

        def add(j: Index, *sums: SSAValue) -> list[SSAValue]:
            place = b.add(at, j)
            loaded = [b.load(self.x, place, n * width, width) for n in range(len(sums))]
            return [b.addf(s, prepare(v)) for s, v in zip(sums, loaded, strict=True)]

        sums = list(b.loop(0, main, step, add, [zero] * TOGETHER))
        left = (self.whole - main) // width
        sums = [*add(main, *sums[:left]), *sums[left:]]
        if self.rest:
            sums.append(self.first_lanes(prepare(self.tail(at)), zero))
        return b.reduce("add", reduce(b.addf, sums))

    def tail(self, at: Index) -> SSAValue:
        """The row's last elements, which are no whole vector."""
        return self.b.load(self.x, self.b.add(at, self.whole), 0, self.width, self.rest)

    def first_lanes(self, value: SSAValue, zero: SSAValue) -> SSAValue:
        """Zeros in the lanes past the end of the row."""
        lanes = [i if i < self.rest else self.width + i for i in range(self.width)]
        return self.b.shuffle(value, zero, lanes)
