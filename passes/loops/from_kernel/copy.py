"""Lower copies to vector loads and stores."""

from __future__ import annotations

from math import prod

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.copy import CopyColumnsOp, CopyOp, CopyRowsOp, JoinColumnsOp
from ....dialects.target.records import Target
from ...common.strides import row_major_strides
from ...common.target import lanes_for
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.loop_nest import AffineAccess, Nest, emit_nest
from ..emit.building.shared_work import share_ranges
from ..emit.rows.row_copy import RowCopy
from . import loops

CHUNK = 1 << 12
"""Elements that one iteration of the parallel loop copies."""


@loops.register(CopyOp)
def copy(b: LoopBuilder, op: CopyOp, target: Target) -> None:
    """
    Copy chunks of vectors, the last of which may be partial; copies with bounds are loop nests.
    """
    x, y = op.inputs[0], op.outputs[0]
    lanes, total = lanes_for(target, x.type), prod(buffer_shape(x))
    if op.bounds is not None:
        extents = buffer_shape(y)
        strides = tuple(row_major_strides(extents))
        accesses = (AffineAccess(x, 0, strides), AffineAccess(y, 0, strides))
        emit_nest(b, Nest(extents, b.extents(op, extents), accesses), lanes, lambda v: v[0])
        return
    whole = total // lanes * lanes

    def chunk(i: Index) -> None:
        first = b.mul(i, CHUNK)
        last = b.min(b.add(first, CHUNK), whole)
        b.loop(first, last, lanes, lambda at: b.store(b.load(x, at, 0, lanes), y, at, 0))

    def rest(_: Index) -> None:
        b.store(b.load(x, whole, 0, lanes, total % lanes), y, whole, 0, total % lanes)

    if whole:
        b.parallel(-(-whole // CHUNK), chunk)
    if total % lanes:
        b.parallel(1, rest)


@loops.register(CopyRowsOp)
def copy_rows(b: LoopBuilder, op: CopyRowsOp, target: Target) -> None:
    """Divide rows among threads; the rows of a thread are copied as one contiguous range."""
    x, y = op.inputs[0], op.outputs[0]
    (_, rows, width), most = buffer_shape(x), buffer_shape(y)[1]
    outer_end, rows_end, _ = b.extents(op, buffer_shape(x))
    begin = b.affine(op.begin.data.results[0])
    row = RowCopy(b, x, y, lanes_for(target, x.type))

    def some(o: Index, first: Index, last: Index) -> None:
        at, to = b.mul(o, rows * width), b.mul(b.add(b.mul(o, most), begin), width)
        row.copy(at, 1, to, b.mul(first, width), b.mul(last, width))

    share_ranges(b, outer_end, rows_end, some)


@loops.register(CopyColumnsOp)
def copy_columns(b: LoopBuilder, op: CopyColumnsOp, target: Target) -> None:
    """Copy whole vectors and a partial one, row by row; copies with bounds are loop nests."""
    x, y = op.inputs[0], op.outputs[0]
    source, destination = op.source.value.data, op.destination.value.data
    lanes, count = lanes_for(target, x.type), op.count.value.data
    if op.bounds is not None:
        space, strides = op.iteration_space(), (row_major_strides(buffer_shape(v)) for v in (x, y))
        from_x, to_y = (
            AffineAccess(v, at, tuple(steps))
            for v, at, steps in zip((x, y), (source, destination), strides, strict=True)
        )
        nest = Nest(space, b.extents(op, space), (from_x, to_y))
        emit_nest(b, nest, lanes, lambda v: v[0])
        return
    (*outer, x_width), y_width = buffer_shape(x), buffer_shape(y)[-1]
    rows = prod(outer)
    whole = count // lanes * lanes

    def row(r: Index) -> None:
        x_at, y_at = b.mul(r, x_width), b.mul(r, y_width)

        def vector(c: Index, width: int) -> None:
            value = b.load(x, b.add(x_at, c), source, lanes, width)
            b.store(value, y, b.add(y_at, c), destination, width)

        b.loop(0, whole, lanes, lambda c: vector(c, lanes))
        if count % lanes:
            vector(whole, count % lanes)

    b.parallel(rows, row)


@loops.register(JoinColumnsOp)
def join_columns(b: LoopBuilder, op: JoinColumnsOp, target: Target) -> None:
    """Copy a vector of each block, row by row; the last one may be partial."""
    x, y = op.inputs[0], op.outputs[0]
    (_, rows, width), columns = buffer_shape(x), buffer_shape(y)[1]
    whole, rest = divmod(columns, width)

    def row(r: Index) -> None:
        x_at, y_at = b.mul(r, width), b.mul(r, columns)

        def vector(block: Index, count: int) -> None:
            value = b.load(x, b.add(x_at, b.mul(block, rows * width)), 0, width, count)
            b.store(value, y, b.add(y_at, b.mul(block, width)), 0, count)

        b.loop(0, whole, 1, lambda block: vector(block, width))
        if rest:
            vector(whole, rest)

    b.parallel(rows, row)
