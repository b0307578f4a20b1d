"""Cells put at the places that others say: channels in parallel, cell by cell in each."""

from __future__ import annotations

from xdsl.dialects.builtin import i32

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.pooling_index import UnpoolKernelOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import as_index, convert
from . import loops


@loops.register(UnpoolKernelOp)
def unpool(b: LoopBuilder, op: UnpoolKernelOp, target: Target) -> None:
    """Zeros in vectors, then one store for each cell."""
    (x, index), y = op.inputs, op.outputs[0]
    channels, cells = buffer_shape(x)
    places = buffer_shape(y)[1]

    def channel(c: Index) -> None:
        at, to = b.mul(c, cells), b.mul(c, places)
        zeros = b.constant(0.0, b.vector(y, target.lanes))
        b.for_vectors(
            places, target.lanes, lambda i, count: b.store(zeros, y, b.add(to, i), 0, count)
        )

        def cell(i: Index) -> None:
            place = b.load(index, b.add(at, i), 0, 1)
            ends = (b.constant(float(end), place.type) for end in (0, places))
            kinds = ("oge", "olt")
            from_zero, to_end = (
                b.compare_lanes(kind, place, end) for kind, end in zip(kinds, ends, strict=True)
            )

            def put() -> None:
                number = as_index(b, convert(b, "fptosi", place, i32))
                b.store(b.load(x, b.add(at, i), 0, 1), y, b.add(to, number), 0)

            b.when(b.both(from_zero, to_end), put)

        b.loop(0, cells, 1, cell)

    b.parallel(channels, channel)
