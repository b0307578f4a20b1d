"""Lower the search for the best plane: a few vectors of places at once, plane by plane."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.best_planes import BestPlanesOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.rows.best_plane import best_plane
from . import loops
from .detection import for_vectors_of_cells

TOGETHER = 4
"""Vectors of a plane that are read one after another: memory is read in whole lines."""


@loops.register(BestPlanesOp)
def best_planes(b: LoopBuilder, op: BestPlanesOp, target: Target) -> None:
    """Divide rows, and the vectors of a row, among threads."""
    x, lanes = op.inputs[0], target.lanes
    planes, height, width = buffer_shape(x)
    _, rows, columns = b.extents(op, (planes, height, width))

    def find(row: Index, first: Index, count: int) -> None:
        parts = [(at, min(lanes, count - at)) for at in range(0, count, lanes)]
        place = b.linear((row, width), (first, 1))

        def load(plane: Index) -> list[SSAValue]:
            start = b.linear((plane, height * width), (place, 1))
            return [b.load(x, start, at, lanes, n) for at, n in parts]

        found = best_plane(b, load, (0, planes), [b.vector(x, lanes)] * len(parts))
        for (at, n), (best, number) in zip(parts, found, strict=True):
            for out, value in zip(op.outputs, (number, best), strict=False):
                b.store(value, out, place, at, n)

    def find_inside(row: Index, first: Index, count: int) -> None:
        inside = [
            b.compare("slt", at, end)
            for at, end in ((row, rows), (first, columns))
            if not isinstance(end, int)
        ]
        if inside:
            b.when(b.both(inside[0], inside[-1]), lambda: find(row, first, count))
        else:
            find(row, first, count)

    for_vectors_of_cells(b, height, width, TOGETHER * lanes, find_inside)
