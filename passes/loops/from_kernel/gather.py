"""Lower gathers, an element at a time."""

from __future__ import annotations

from math import prod

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.gather import GatherOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from . import loops

CHUNK = 1 << 10
"""Elements that one iteration of the parallel loop gathers."""


@loops.register(GatherOp)
def gather(b: LoopBuilder, op: GatherOp, target: Target) -> None:
    """Append a scalar loop; an entry of -1 reads element 0 and stores zero."""
    x, table, y = op.inputs[0], op.inputs[1], op.outputs[0]
    total = prod(buffer_shape(y))

    def element(i: Index) -> None:
        source = b.load_index(table, i)
        value = b.load(x, b.max(source, 0), 0, 1)
        known = b.compare("sge", source, 0)
        b.store(b.select(known, value, b.constant(0, value.type)), y, i, 0)

    def chunk(c: Index) -> None:
        first = b.mul(c, CHUNK)
        b.loop(first, b.min(b.add(first, CHUNK), total), 1, element)

    b.parallel(-(-total // CHUNK), chunk)
