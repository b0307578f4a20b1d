"""Lower normalization of rows: sums along each row, then a pass that scales it."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.layernorm import NormalizeRowsOp
from ....dialects.target.records import Target
from ...common.target import lanes_for
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.shared_work import parallel_rows
from ..emit.building.vector_math import rsqrt
from ..emit.rows.run import run_of
from . import loops
from .reduction import reciprocal

MOST_SHIFTED = 16
"""Vectors of a row whose mean and variance are computed together."""


@loops.register(NormalizeRowsOp)
def normalize_rows(b: LoopBuilder, op: NormalizeRowsOp, target: Target) -> None:
    loops_of_row = LayerNormLoops(b, op, lanes_for(target, op.inputs[0].type))
    shape = buffer_shape(op.inputs[0])
    *outer, rows, _ = b.extents(op, shape)
    parallel_rows(b, (outer[0] if outer else 1, rows), shape[-2], loops_of_row.row)


class LayerNormLoops:
    """The loops of one normalisation."""

    def __init__(self, b: LoopBuilder, op: NormalizeRowsOp, lanes: int):
        self.b, self.op = b, op
        self.x, *self.vectors = op.inputs
        self.y = op.outputs[0]
        self.length = buffer_shape(self.x)[-1]
        count = b.extent(op, len(buffer_shape(self.x)) - 1, self.length)
        self.run = run_of(b, self.x, (self.length, count), lanes)
        self.factor = None if isinstance(count, int) else reciprocal(b, count)

    def row(self, i: Index) -> None:
        b, width = self.b, self.run.width
        element = b.vector(self.x, 1)
        at = b.mul(i, self.length)
        mean, square = self.statistics(at)
        eps = b.constant(self.op.eps.value.data, element)
        scale = b.splat(rsqrt(b, b.addf(square, eps)), width)
        shift = None if mean is None else b.splat(mean, width)

        def centred(value: SSAValue) -> SSAValue:
            return value if shift is None else b.subf(value, shift)

        def store(j: Index, partial: int | None) -> None:
            value = b.mulf(centred(b.load(self.x, b.add(at, j), 0, width, partial)), scale)
            parameters = [b.load(v, j, 0, width, partial) for v in self.vectors]
            if len(parameters) == 2:
                value = b.fma(value, *parameters)
            elif parameters:
                value = b.mulf(value, parameters[0])
            b.store(value, self.y, b.add(at, j), 0, partial)

        self.run.each(store)

    def statistics(self, at: Index) -> tuple[SSAValue | None, SSAValue]:
        """Return the mean of a row (None for 0), and the mean square of the differences to it."""
        b, run = self.b, self.run
        if self.op.centred is None:
            (squares,) = run.totals(at, 1, lambda sums, v: [b.fma(v, v, sums[0])])
            return None, self.mean(squares)
        if self.factor is None and self.length <= run.width * MOST_SHIFTED:
            return self.shifted_statistics(at)
        (total,) = run.totals(at, 1, lambda sums, v: [b.addf(sums[0], v)])
        mean = self.mean(total)
        vector = b.splat(mean, run.width)

        def add_square(sums: Sequence[SSAValue], value: SSAValue) -> list[SSAValue]:
            difference = b.subf(value, vector)
            return [b.fma(difference, difference, sums[0])]

        (squares,) = run.totals(at, 1, add_square)
        return mean, self.mean(squares)

    def shifted_statistics(self, at: Index) -> tuple[SSAValue, SSAValue]:
        """
        Return both from one read of a short row, so that no sum waits for the mean.

        The first element of n is at most `sqrt(n)` deviations off the mean, which bounds the
        cancellation when squares of differences to it are corrected.
        """
        b, run = self.b, self.run
        first = b.broadcast(self.x, at, 0, run.width)

        def add(sums: Sequence[SSAValue], value: SSAValue) -> list[SSAValue]:
            difference = b.subf(value, first)
            return [b.addf(sums[0], difference), b.fma(difference, difference, sums[1])]

        offset, square = (self.mean(sums) for sums in run.totals(at, 2, add))
        variance = b.subf(square, b.mulf(offset, offset))
        mean = b.addf(b.load(self.x, at, 0, 1), offset)
        return mean, b.maxf(variance, b.constant(0.0, variance.type))

    def mean(self, sums: SSAValue) -> SSAValue:
        """Return the mean over a row from sums in lanes."""
        total = self.b.reduce("add", sums)
        factor = self.factor
        if factor is None:
            factor = self.b.constant(1.0 / self.length, total.type)
        return self.b.mulf(total, factor)
