"""Lower correlation: vectors of pixels, a sum for each displacement of a row."""

from __future__ import annotations

from functools import partial

from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.correlation import CorrelationKernelOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from . import loops

MOST_SUMS = 12
"""Sums kept in registers, with the operands of a product."""


@loops.register(CorrelationKernelOp)
def correlation(b: LoopBuilder, op: CorrelationKernelOp, target: Target) -> None:
    """Compute displacements and rows in parallel; displacements along a row share its loads."""
    sums = CorrelationLoops(b, op, target.lanes)

    def row(i: Index) -> None:
        y = b.div(i, sums.n)
        down = b.sub(i, b.mul(y, sums.n))
        for first in range(0, sums.n, MOST_SUMS):
            count = min(MOST_SUMS, sums.n - first)
            b.for_vectors(sums.width, target.lanes, partial(sums.vector, y, down, first, count))

    b.parallel(sums.height * sums.n, row)


class CorrelationLoops:
    """The loops of one kernel."""

    def __init__(self, b: LoopBuilder, op: CorrelationKernelOp, lanes: int):
        self.b, self.lanes, self.n = b, lanes, op.displacements
        (self.x, self.other), self.y = op.inputs, op.outputs[0]
        self.channels, self.height, self.width = buffer_shape(self.x)
        _, self.rows, self.columns = buffer_shape(self.other)

    def vector(self, y: Index, down: Index, first: int, count: int, x: Index, pixels: int) -> None:
        """
        Compute pixels of row y from x on, for `count` displacements to the right from `first` on.
        """
        b, lanes = self.b, self.lanes
        size, other_size = self.height * self.width, self.rows * self.columns
        at = b.linear((y, self.width), (x, 1))
        other_at = b.linear((b.add(y, down), self.columns), (x, 1))

        def channel(c: Index, *sums: SSAValue) -> list[SSAValue]:
            a = b.load(self.x, b.add(at, b.mul(c, size)), 0, lanes, pixels)
            moved = b.add(other_at, b.mul(c, other_size))
            return [
                b.fma(a, b.load(self.other, moved, first + j, lanes, pixels), total)
                for j, total in enumerate(sums)
            ]

        zero = b.constant(0.0, b.vector(self.x, lanes))
        sums = b.loop(0, self.channels, 1, channel, [zero] * count)
        factor = b.constant(1 / self.channels, zero.type)
        to = b.add(at, b.mul(down, self.n * size))
        for j, total in enumerate(sums):
            b.store(b.mulf(total, factor), self.y, to, (first + j) * size, pixels)
