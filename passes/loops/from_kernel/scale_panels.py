"""Lower the scaling of weight panels, with a factor for each row."""

from __future__ import annotations

from math import prod

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.scale_panels import ScalePanelsOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from . import loops

VECTORS_TOGETHER = 8
"""Approximate number of vectors per step of the loop, to hide the latency of loads."""


@loops.register(ScalePanelsOp)
def scale_panels(b: LoopBuilder, op: ScalePanelsOp, target: Target) -> None:
    """Scale some rows per step, panel by panel; divide panels among threads."""
    (w, s), y = op.inputs, op.outputs[0]
    most, steps = op.vectors.value.data, op.steps.value.data
    channels, lanes = op.channels.value.data // steps, op.outputs_together.value.data * steps
    whole, rest = divmod(prod(buffer_shape(w)) // (channels * lanes), most)

    def rows(at: Index, first: Index, count: int, vectors: int) -> None:
        start = b.add(at, b.mul(first, vectors * lanes))
        for row in range(count):
            factor = b.broadcast(s, b.mul(first, steps), row * steps, lanes, steps)
            for offset in range(row * vectors * lanes, (row + 1) * vectors * lanes, lanes):
                b.store(b.mulf(b.load(w, start, offset, lanes), factor), y, start, offset)

    def panel(g: Index, vectors: int) -> None:
        at, together = b.mul(g, channels * most * lanes), max(VECTORS_TOGETHER // vectors, 1)
        last = channels // together * together
        b.loop(0, last, together, lambda c: rows(at, c, together, vectors))
        if last < channels:
            rows(at, last, channels - last, vectors)

    def either(g: Index) -> None:
        if not rest:
            panel(g, most)
            return
        b.when(b.compare("slt", g, whole), lambda: panel(g, most), lambda: panel(g, rest))

    b.parallel(whole + (rest > 0), either)
