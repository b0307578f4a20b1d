"""Lower running sums: of adjacent vectors, or within vectors."""

from __future__ import annotations

from xdsl.dialects.builtin import f32
from xdsl.ir import SSAValue

from ....dialects.element_types import vector_type
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.cumulative_sum import CumulativeSumKernelOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.shared_work import parallel_pairs
from . import loops


@loops.register(CumulativeSumKernelOp)
def cumulative_sum(b: LoopBuilder, op: CumulativeSumKernelOp, target: Target) -> None:
    """Sum contiguous rows within vectors, else a few vectors of adjacent sums at a time."""
    _, n, inner = buffer_shape(op.inputs[0])
    outer_end, end, inner_end = b.extents(op, buffer_shape(op.inputs[0]))
    if inner == 1:
        b.parallel(outer_end, lambda r: sum_row(b, op, b.mul(r, n), end, target.lanes))
        return
    chunk = target.loops.vectors * target.lanes
    chunks = -(-inner // chunk)

    def columns(row: Index, part: Index) -> None:
        first = b.mul(row, n * inner)

        def of_width(width: int) -> None:
            sum_columns(b, op, b.add(first, b.mul(part, chunk)), end, width, target.lanes)

        last = inner - (chunks - 1) * chunk
        if last == chunk:
            of_width(chunk)
        else:
            is_last = b.compare("eq", part, chunks - 1)
            b.when(is_last, lambda: of_width(last), lambda: of_width(chunk))

    parallel_pairs(b, outer_end, b.div_up(inner_end, chunk), columns)


def sum_columns(
    b: LoopBuilder, op: CumulativeSumKernelOp, first: Index, end: Index, width: int, lanes: int
) -> None:
    """Sum adjacent columns, in vectors that are carried from row to row."""
    x, y = op.inputs[0], op.outputs[0]
    inner = buffer_shape(x)[2]
    parts = [(at, min(lanes, width - at)) for at in range(0, width, lanes)]
    zero = b.constant(0.0, vector_type(f32, lanes))

    def row(i: Index, *sums: SSAValue) -> list[SSAValue]:
        start = b.add(first, b.mul(i, inner))
        totals: list[SSAValue] = []
        for total, (at, count) in zip(sums, parts, strict=True):
            totals.append(b.addf(total, b.load(x, start, at, lanes, count)))
            b.store(totals[-1], y, start, at, count)
        return totals

    b.loop(0, end, 1, row, [zero] * len(parts))


def sum_row(
    b: LoopBuilder, op: CumulativeSumKernelOp, first: Index, end: Index, lanes: int
) -> None:
    """Sum a row: each vector's running sums, plus the last sum of the previous vector."""
    x, y = op.inputs[0], op.outputs[0]
    n = buffer_shape(x)[1]
    whole = n // lanes * lanes
    zero = b.constant(0.0, vector_type(f32, lanes))

    def vector(i: Index, carried: SSAValue, count: int = lanes) -> list[SSAValue]:
        at = b.add(first, i)
        value = b.load(x, at, 0, lanes, count)
        step = 1
        while step < lanes:
            # Lane i gets the value `step` lanes before it; the first lanes get zeros.
            shifted = [*range(lanes, lanes + step), *range(lanes - step)]
            value = b.addf(value, b.shuffle(value, zero, shifted))
            step *= 2
        total = b.addf(value, carried)
        b.store(total, y, at, 0, count)
        return [b.shuffle(total, total, [lanes - 1] * lanes)]

    (carried,) = b.loop(0, b.whole_vectors(n, lanes, end), lanes, vector, [zero])

    def rest() -> None:
        vector(whole, carried, n - whole)

    if whole < n:
        b.when_reached(whole, end, rest)
