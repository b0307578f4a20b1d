"""Lower Softmax along rows or across them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from math import gcd

from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.softmax import SoftmaxKernelOp
from ....dialects.target.records import Target
from ...common.target import lanes_for, vector_length
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.register_tiles import RegisterTiles, for_count, for_register_tiles
from ..emit.building.shared_work import parallel_rows, share_ranges, share_rows
from ..emit.building.vector_math import exp_of_negative
from ..emit.images.pixel_lines import PixelLines
from ..emit.rows.run import LOWEST, BoundedRun, ElementRun
from . import loops

MOST_KEPT = 8
"""Vectors of a row that are kept in registers."""


@loops.register(SoftmaxKernelOp)
def softmax(b: LoopBuilder, op: SoftmaxKernelOp, target: Target) -> None:
    """Compute each column (element of the inner axis) independently; vectors span columns."""
    most = buffer_shape(op.inputs[0])
    if op.is_last is not None:
        last_axis(b, op, lanes_for(target, op.inputs[0].type))
        return
    (outer, count, *_), (_, rows, *inner) = b.extents(op, most), most
    lanes, lines = lanes_for(target, op.inputs[0].type), PixelLines.of(b, op, inner, 2)
    if lines.plane == 1:
        along_rows(b, op, (1, outer), most[0], (count, rows), lanes)
        return

    def columns(unit: Index, first: Index, last: Index) -> None:
        plane, line = lines.place(b, unit)
        at = b.add(b.mul(plane, rows * lines.plane), line)

        def vector(v: Index, width: int) -> None:
            column(b, op, b.add(at, b.mul(v, lanes)), count, lines.plane, lanes, width)

        for_register_tiles(b, RegisterTiles.of(lines.most, lanes, first, last), vector)

    share_ranges(b, b.mul(outer, lines.count), b.div_up(lines.end, lanes), columns)


def last_axis(b: LoopBuilder, op: SoftmaxKernelOp, lanes: int) -> None:
    """Compute rows of matrices, whose number per matrix may be dynamic."""
    _, rows, most = buffer_shape(op.inputs[0])
    outer, rows_end, count = b.extents(op, buffer_shape(op.inputs[0]))
    along_rows(b, op, (outer, rows_end), rows, (count, most), lanes)


def along_rows(
    b: LoopBuilder,
    op: SoftmaxKernelOp,
    ends: tuple[Index, Index],
    most_rows: int,
    elements: tuple[Index, int],
    lanes: int,
) -> None:
    """Compute the rows that `ends` allow; `elements` are their number per row and its maximum."""
    count, most = elements
    if isinstance(count, int):
        run = ElementRun(b, op.inputs[0], count, vector_length(count, lanes))
        parallel_rows(b, ends, most_rows, lambda r: row(run, op.outputs[0], b.mul(r, most)))
        return
    bounded = BoundedRun(b, count, gcd(most, lanes))
    share_rows(
        b, ends, most_rows, lambda first, last: bounded_rows(bounded, op, (first, last), most)
    )


def column(
    b: LoopBuilder, op: SoftmaxKernelOp, at: Index, count: Index, inner: int, lanes: int, width: int
) -> None:
    """Compute `width` adjacent columns, from element `at` on, with elements `inner` apart."""
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


def row(run: ElementRun, y: SSAValue, at: Index) -> None:
    """Compute a row that begins at element `at`."""
    if run.length <= run.width * MOST_KEPT:
        short_row(run, y, at)
    else:
        long_row(run, y, at)


def short_row(run: ElementRun, y: SSAValue, at: Index) -> None:
    """Compute a row that is read once."""
    b, x, width = run.b, run.base, run.width
    places = [(i, None) for i in range(0, run.whole, width)]
    places += [(run.whole, run.rest)] if run.rest else []
    values = [b.load(x, b.add(at, i), 0, width, partial) for i, partial in places]
    if run.rest:
        values[-1] = run.first_lanes(values[-1], b.constant(LOWEST, values[-1].type))
    for value, (i, partial) in zip(kept_row(b, values, width), places, strict=True):
        b.store(value, y, b.add(at, i), 0, partial)


def kept_row(b: LoopBuilder, values: Sequence[SSAValue], width: int) -> list[SSAValue]:
    """
    Return the softmax of a row in registers. Lanes past its end hold the lowest number, whose power
    e^x is 0.
    """
    highest = b.splat(b.reduce("max", reduce(b.maxf, values)), width)
    powers = [exp_of_negative(b, b.subf(value, highest)) for value in values]
    scale = reciprocal(b, b.reduce("add", reduce(b.addf, powers)), width)
    return [b.mulf(power, scale) for power in powers]


def long_row(run: ElementRun, y: SSAValue, at: Index) -> None:
    """
    Compute a row whose exponentials are stored and reloaded, except those of the last elements.
    """
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


def bounded_rows(
    run: BoundedRun, op: SoftmaxKernelOp, rows: tuple[Index, Index], most: int
) -> None:
    """
    Rows [first, last) of `most` elements, whose end is known only at run time, in vectors that
    divide these: the last one is masked. Few of them are kept in registers.
    """
    b, kept = run.b, range(1, min(MOST_KEPT, most // run.width) + 1)
    mask = run.last_lanes(b.vector(op.inputs[0], run.width))

    def each(one: Callable[[Index], None]) -> None:
        b.loop(*rows, 1, lambda r: one(b.mul(r, most)))

    def short(vectors: int) -> None:
        each(lambda at: short_bounded_row(run, op, at, vectors, mask))

    for_count(b, b.div(run.end, run.width), kept, short)
    end = kept[-1] * run.width
    if most > end:
        is_long = b.compare("sgt", run.count, end)
        b.when(is_long, lambda: each(lambda at: long_bounded_row(run, op, at, mask)))


def short_bounded_row(
    run: BoundedRun, op: SoftmaxKernelOp, at: Index, vectors: int, mask: SSAValue
) -> None:
    """A row of so many vectors, read once."""
    b, width, (x, y) = run.b, run.width, (op.inputs[0], op.outputs[0])
    places = range(0, vectors * width, width)
    values = [b.load(x, at, place, width) for place in places]
    values[-1] = b.select(mask, values[-1], b.constant(LOWEST, values[-1].type))
    for value, place in zip(kept_row(b, values, width), places, strict=True):
        b.store(value, y, at, place)


def long_bounded_row(run: BoundedRun, op: SoftmaxKernelOp, at: Index, mask: SSAValue) -> None:
    """A row whose exponentials are stored and read again."""
    b, x, y = run.b, op.inputs[0], op.outputs[0]
    type = b.vector(x, run.width)
    lowest, zero = b.constant(LOWEST, type), b.constant(0.0, type)

    def take(best: SSAValue, i: Index, some: SSAValue | None) -> SSAValue:
        value = b.load(x, b.add(at, i), 0, run.width)
        return b.maxf(best, value if some is None else b.select(some, value, lowest))

    highest = b.splat(b.reduce("max", run.fold(lowest, take, mask, b.maxf)), run.width)

    def exponential(total: SSAValue, i: Index, some: SSAValue | None) -> SSAValue:
        place = b.add(at, i)
        value = exp_of_negative(b, b.subf(b.load(x, place, 0, run.width), highest))
        b.store(value, y, place, 0)
        return b.addf(total, value if some is None else b.select(some, value, zero))

    scale = reciprocal(b, b.reduce("add", run.fold(zero, exponential, mask)), run.width)

    def divide(i: Index, _: int | None) -> None:
        place = b.add(at, i)
        b.store(b.mulf(b.load(y, place, 0, run.width), scale), y, place, 0)

    run.each(divide)


def reciprocal(b: LoopBuilder, total: SSAValue, lanes: int) -> SSAValue:
    """Return the reciprocal of a sum, in all lanes."""
    return b.splat(b.divf(b.constant(1.0, total.type), total), lanes)
