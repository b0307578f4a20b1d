"""Softmax, along rows or across them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import gcd

from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.softmax import SoftmaxKernelOp
from ....dialects.target.records import Target
from ...common.target import lanes_for, vector_length
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.shared_work import (
    RegisterTiles,
    for_register_tiles,
    parallel_rows,
    share_ranges,
)
from ..emit.building.vector_math import exp_of_negative
from ..emit.images.pixel_lines import PixelLines
from ..emit.rows.run import LOWEST, BoundedRun, ElementRun
from . import loops

MOST_KEPT = 8
"""Vectors of a row that are kept in registers."""


@loops.register(SoftmaxKernelOp)
def softmax(b: LoopBuilder, op: SoftmaxKernelOp, target: Target) -> None:
    """Each column (element of the inner axis) is a softmax by itself; vectors span columns."""
    most = buffer_shape(op.inputs[0])
    if op.is_last is not None:
        last_axis(b, op, lanes_for(target, op.inputs[0].type))
        return
    (outer, count, *_), (_, rows, *inner) = b.extents(op, most), most
    lanes, lines = lanes_for(target, op.inputs[0].type), PixelLines.of(b, op, inner, 2)
    if lines.plane == 1:
        b.parallel(outer, lambda o: row(b, op, b.mul(o, rows), (count, rows), lanes))
        return

    def columns(unit: Index, first: Index, last: Index) -> None:
        plane, line = lines.place(b, unit)
        at = b.add(b.mul(plane, rows * lines.plane), line)

        def vector(v: Index, width: int) -> None:
            column(b, op, b.add(at, b.mul(v, lanes)), count, lines.plane, lanes, width)

        for_register_tiles(b, RegisterTiles.of(lines.most, lanes, first, last), vector)

    share_ranges(b, b.mul(outer, lines.count), b.div_up(lines.end, lanes), columns)


def last_axis(b: LoopBuilder, op: SoftmaxKernelOp, lanes: int) -> None:
    """Rows of matrices, of which a run may tell the number in each."""
    _, rows, most = buffer_shape(op.inputs[0])
    outer, rows_end, count = b.extents(op, buffer_shape(op.inputs[0]))
    parallel_rows(
        b, (outer, rows_end), rows, lambda r: row(b, op, b.mul(r, most), (count, most), lanes)
    )


def column(
    b: LoopBuilder, op: SoftmaxKernelOp, at: Index, count: Index, inner: int, lanes: int, width: int
) -> None:
    """`width` neighbouring columns, from element `at` on; their elements are `inner` apart."""
    x, y = op.inputs[0], op.outputs[0]
    type = b.vector(x, lanes)

    def largest(i: Index, best: SSAValue) -> list[SSAValue]:
        return [b.maxf(best, b.load(x, b.add(at, b.mul(i, inner)), 0, lanes, width))]

    (highest,) = b.loop(0, count, 1, largest, [b.constant(LOWEST, type)])

    def exponential(i: Index, total: SSAValue) -> list[SSAValue]:
        place = b.add(at, b.mul(i, inner))
        value = exp_of_negative(b, b.subf(b.load(x, place, 0, lanes, width), highest))
        b.store(value, y, place, 0, width)
        return [b.addf(total, value)]

    (total,) = b.loop(0, count, 1, exponential, [b.constant(0.0, type)])
    scale = b.divf(b.constant(1.0, type), total)

    def divide(i: Index) -> None:
        place = b.add(at, b.mul(i, inner))
        b.store(b.mulf(b.load(y, place, 0, lanes, width), scale), y, place, 0, width)

    b.loop(0, count, 1, divide)


def row(
    b: LoopBuilder, op: SoftmaxKernelOp, at: Index, ends: tuple[Index, int], lanes: int
) -> None:
    """A row of so many elements, of the largest number."""
    count, most = ends
    if not isinstance(count, int):
        bounded_row(b, op, at, count, gcd(most, lanes))
        return
    run = ElementRun(b, op.inputs[0], count, vector_length(count, lanes))
    if count <= run.width * MOST_KEPT:
        short_row(run, op.outputs[0], at)
    else:
        long_row(run, op.outputs[0], at)


def short_row(run: ElementRun, y: SSAValue, at: Index) -> None:
    """A row that is read once: its exponentials are kept in registers."""
    b, x, width = run.b, run.base, run.width
    places = [(i, None) for i in range(0, run.whole, width)]
    places += [(run.whole, run.rest)] if run.rest else []
    values = [b.load(x, b.add(at, i), 0, width, partial) for i, partial in places]
    if run.rest:
        # e^x of this is 0, which adds nothing.
        values[-1] = run.first_lanes(values[-1], b.constant(LOWEST, values[-1].type))
    highest = b.splat(b.reduce("max", reduce(b.maxf, values)), width)
    values = [exp_of_negative(b, b.subf(value, highest)) for value in values]
    scale = reciprocal(b, b.reduce("add", reduce(b.addf, values)), width)
    for value, (i, partial) in zip(values, places, strict=True):
        b.store(b.mulf(value, scale), y, b.add(at, i), 0, partial)


def long_row(run: ElementRun, y: SSAValue, at: Index) -> None:
    """A row whose exponentials are stored and read again, but for those of the last elements."""
    b, x, width = run.b, run.base, run.width
    highest = b.splat(b.reduce("max", run.largest(at)), width)
    last: list[SSAValue] = []

    def exponential(sums: Sequence[SSAValue], i: Index, partial: int | None) -> Sequence[SSAValue]:
        place = b.add(at, i)
        value = exp_of_negative(b, b.subf(b.load(x, place, 0, width, partial), highest))
        if partial is None:
            b.store(value, y, place, 0)
        else:
            last.append(value)
        return [b.addf(sums[0], value)]

    (sums,) = run.fold([0.0], exponential, b.addf, together=1)
    scale = reciprocal(b, b.reduce("add", sums), width)

    def divide(i: Index, partial: int | None) -> None:
        place = b.add(at, i)
        value = b.load(y, place, 0, width) if partial is None else last[0]
        b.store(b.mulf(value, scale), y, place, 0, partial)

    run.each(divide)


def bounded_row(b: LoopBuilder, op: SoftmaxKernelOp, at: Index, count: Index, width: int) -> None:
    """A row whose end a run tells, in vectors that divide the largest: the last one is masked."""
    x, y = op.inputs[0], op.outputs[0]
    run = BoundedRun(b, count, width)
    type = b.vector(x, run.width)
    lowest, zero = b.constant(LOWEST, type), b.constant(0.0, type)

    def take(best: SSAValue, i: Index, mask: SSAValue | None) -> SSAValue:
        value = b.load(x, b.add(at, i), 0, run.width)
        return b.maxf(best, value if mask is None else b.select(mask, value, lowest))

    highest = b.splat(b.reduce("max", run.fold(lowest, take)), run.width)

    def exponential(total: SSAValue, i: Index, mask: SSAValue | None) -> SSAValue:
        place = b.add(at, i)
        value = exp_of_negative(b, b.subf(b.load(x, place, 0, run.width), highest))
        b.store(value, y, place, 0)
        return b.addf(total, value if mask is None else b.select(mask, value, zero))

    scale = reciprocal(b, b.reduce("add", run.fold(zero, exponential)), run.width)

    def divide(i: Index) -> None:
        place = b.add(at, i)
        b.store(b.mulf(b.load(y, place, 0, run.width), scale), y, place, 0)

    b.loop(0, run.end, run.width, divide)


def reciprocal(b: LoopBuilder, total: SSAValue, lanes: int) -> SSAValue:
    """Return the reciprocal of a sum, in all lanes."""
    return b.splat(b.divf(b.constant(1.0, total.type), total), lanes)
