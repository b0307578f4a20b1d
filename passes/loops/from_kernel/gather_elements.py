"""Lower gathers of elements at given places along an axis, one at a time."""

from __future__ import annotations

from math import prod

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.gather_elements import GatherElementsKernelOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import clamped_index
from . import loops

CHUNK = 1 << 10
"""Elements that one iteration of the parallel loop gathers."""


@loops.register(GatherElementsKernelOp)
def gather_elements(b: LoopBuilder, op: GatherElementsKernelOp, target: Target) -> None:
    """Append a scalar loop over the elements of the output, in order."""
    (x, indices), y = op.inputs, op.outputs[0]
    _, n, inner = buffer_shape(x)
    outer, m, _ = buffer_shape(y)
    total = prod((outer, m, inner))

    def element(i: Index) -> None:
        place = clamped_index(b, b.load(indices, i, 0, 1), n)
        block = b.mul(b.div(i, m * inner), n * inner)
        source = b.add(b.add(block, b.mul(place, inner)), b.rem(i, inner))
        b.store(b.load(x, source, 0, 1), y, i, 0)

    def chunk(c: Index) -> None:
        first = b.mul(c, CHUNK)
        b.loop(first, b.min(b.add(first, CHUNK), total), 1, element)

    b.parallel(-(-total // CHUNK), chunk)
