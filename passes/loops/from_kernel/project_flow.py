"""Lower the projection of a flow, pixel by pixel; four sweeps fill holes."""

from __future__ import annotations

from functools import reduce

from xdsl.dialects import math
from xdsl.dialects.builtin import i32
from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.project_flow import ProjectFlowKernelOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import as_index, convert, index_as
from . import loops

COLUMNS, ROWS, WEIGHTS, NEIGHBOURS = range(4)
"""Planes of the scratch output."""
Found = tuple[SSAValue, SSAValue, SSAValue]
"""A result and 1, or three zeros."""


@loops.register(ProjectFlowKernelOp)
def project_flow(b: LoopBuilder, op: ProjectFlowKernelOp, target: Target) -> None:
    """Use one thread, as several pixels are projected to the same place, in order."""
    projection = Projection(b, op, target.lanes)

    def all_steps(_: Index) -> None:
        projection.clear()
        projection.carry()
        projection.sweep_rows()
        projection.sweep_columns()

    b.parallel(1, all_steps)


class Projection:
    """The loops of one kernel."""

    def __init__(self, b: LoopBuilder, op: ProjectFlowKernelOp, lanes: int):
        self.b, self.lanes = b, lanes
        self.flow, self.weight = op.inputs
        self.y, self.scratch = op.outputs
        _, self.height, self.width = buffer_shape(self.flow)
        self.size = self.height * self.width

    def clear(self) -> None:
        """Clear all sums."""
        b = self.b
        zeros = b.constant(0.0, b.vector(self.scratch, self.lanes))
        b.for_vectors(
            NEIGHBOURS * self.size,
            self.lanes,
            lambda i, count: b.store(zeros, self.scratch, i, 0, count),
        )

    # Carrying ------------------------------------------------------------------------------------

    def carry(self) -> None:
        """Project each pixel, in order."""
        b = self.b

        def row(i: Index) -> None:
            b.loop(0, self.width, 1, lambda j: self.carry_pixel(i, j))

        b.loop(0, self.height, 1, row)

    def carry_pixel(self, i: Index, j: Index) -> None:
        """Add to the sums of the four pixels around a place, if all four exist."""
        b, at = self.b, self.b.linear((i, self.width), (j, 1))
        flows = [b.load(self.flow, at, part * self.size, 1) for part in (0, 1)]
        places = [b.addf(self.to_float(n), flow) for n, flow in zip((j, i), flows, strict=True)]
        masks: list[SSAValue] = []
        for place, size in zip(places, (self.width, self.height), strict=True):
            for kind, end in (("oge", 0.0), ("olt", size - 1.0)):
                masks.append(b.compare_lanes(kind, place, b.constant(end, place.type)))

        def add() -> None:
            column, row = (self.to_index(b.float_op(math.FloorOp, place)) for place in places)
            first = b.linear((row, self.width), (column, 1))
            weight = b.load(self.weight, at, 0, 1)
            zero = b.constant(0.0, weight.type)
            terms = [b.subf(zero, b.mulf(flow, weight)) for flow in flows]
            for step in (0, 1, self.width, self.width + 1):
                for plane, term in enumerate((*terms, weight)):
                    offset = plane * self.size + step
                    total = b.addf(b.load(self.scratch, first, offset, 1), term)
                    b.store(total, self.scratch, first, offset)

        b.when(reduce(b.both, masks), add)

    def to_float(self, index: Index) -> SSAValue:
        type = self.b.vector(self.flow, 1)
        return convert(self.b, "sitofp", index_as(self.b, index, i32), type)

    def to_index(self, value: SSAValue) -> SSAValue:
        return as_index(self.b, convert(self.b, "fptosi", value, i32))

    # Holes ---------------------------------------------------------------------------------------

    def sweep_rows(self) -> None:
        """Add the nearest results to the left and the right to each pixel."""
        b = self.b
        none = self.nothing(1)

        def row(i: Index) -> None:
            start = b.mul(i, self.width)

            def from_left(j: Index, *carried: SSAValue) -> Found:
                at = b.add(start, j)
                self.put_found(at, carried, 1)
                return self.nearest(at, carried, 1)

            b.loop(0, self.width, 1, from_left, none)

            def from_right(j: Index, *carried: SSAValue) -> Found:
                at = b.sub(b.add(start, self.width - 1), j)
                self.put_found(at, self.added(at, carried, 1), 1)
                return self.nearest(at, carried, 1)

            b.loop(0, self.width, 1, from_right, none)

        b.loop(0, self.height, 1, row)

    def sweep_columns(self) -> None:
        """Add the nearest results above and below, and write the output."""
        b = self.b

        def columns(j: Index, count: int) -> None:
            none = self.nothing(self.lanes)

            def from_above(i: Index, *carried: SSAValue) -> Found:
                at = b.linear((i, self.width), (j, 1))
                self.put_found(at, self.added(at, carried, count), count)
                return self.nearest(at, carried, count)

            b.loop(0, self.height, 1, from_above, none)

            def from_below(i: Index, *carried: SSAValue) -> Found:
                at = b.linear((b.sub(self.height - 1, i), self.width), (j, 1))
                self.finish(at, self.added(at, carried, count), count)
                return self.nearest(at, carried, count)

            b.loop(0, self.height, 1, from_below, none)

        b.for_vectors(self.width, self.lanes, columns)

    def nothing(self, lanes: int) -> Found:
        """Return the value that stands for no result."""
        zero = self.b.constant(0.0, self.b.vector(self.y, lanes))
        return zero, zero, zero

    def sums(self, at: Index, count: int, lanes: int) -> tuple[SSAValue, SSAValue, SSAValue]:
        """Return the sums of pixels: columns, rows, weights."""
        return (
            self.b.load(self.scratch, at, COLUMNS * self.size, lanes, count),
            self.b.load(self.scratch, at, ROWS * self.size, lanes, count),
            self.b.load(self.scratch, at, WEIGHTS * self.size, lanes, count),
        )

    def nearest(self, at: Index, carried: tuple[SSAValue, ...], count: int) -> Found:
        """Return the results of pixels, or the nearest earlier results for holes."""
        b = self.b
        lanes = self.lanes_of(carried)
        x, y, weight = self.sums(at, count, lanes)
        is_found = b.compare_lanes("ogt", weight, b.constant(0.0, weight.type))
        one = b.constant(1.0, weight.type)
        results = b.divf(x, weight), b.divf(y, weight), one
        kept = [b.select(is_found, new, old) for new, old in zip(results, carried, strict=True)]
        return kept[0], kept[1], kept[2]

    def lanes_of(self, carried: tuple[SSAValue, ...]) -> int:
        """Return the number of pixels processed at once."""
        return 1 if carried[0].type == self.b.vector(self.y, 1) else self.lanes

    def put_found(self, at: Index, found: tuple[SSAValue, ...], count: int) -> None:
        """Store sums of neighbours' results, and their number."""
        b = self.b
        for part in (0, 1):
            b.store(found[part], self.y, at, part * self.size, count)
        b.store(found[2], self.scratch, at, NEIGHBOURS * self.size, count)

    def added(self, at: Index, found: tuple[SSAValue, ...], count: int) -> Found:
        """Return the stored sums plus one more neighbour."""
        b = self.b
        lanes = self.lanes_of(found)
        return (
            b.addf(b.load(self.y, at, 0, lanes, count), found[0]),
            b.addf(b.load(self.y, at, self.size, lanes, count), found[1]),
            b.addf(b.load(self.scratch, at, NEIGHBOURS * self.size, lanes, count), found[2]),
        )

    def finish(self, at: Index, found: Found, count: int) -> None:
        """Write the results: means by weight, or of neighbours, or sums."""
        b = self.b
        x, y, weight = self.sums(at, count, self.lanes)
        zero = b.constant(0.0, weight.type)
        is_found = b.compare_lanes("ogt", weight, zero)
        has_neighbours = b.compare_lanes("ogt", found[2], zero)
        for part, total in enumerate((x, y)):
            of_neighbours = b.select(has_neighbours, b.divf(found[part], found[2]), total)
            value = b.select(is_found, b.divf(total, weight), of_neighbours)
            b.store(value, self.y, at, part * self.size, count)
