"""Lower Fold: add windows to an image, tap by tap."""

from __future__ import annotations

from xdsl.dialects.builtin import f32

from ....dialects.constraints import int_list
from ....dialects.element_types import vector_type
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.fold import FoldKernelOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from . import loops


@loops.register(FoldKernelOp)
def fold(b: LoopBuilder, op: FoldKernelOp, target: Target) -> None:
    """Clear each channel, then add the rows of windows of each tap."""
    _, kernel_h, kernel_w, rows, columns = buffer_shape(op.inputs[0])
    channels, height, width = buffer_shape(op.outputs[0])
    (stride_h, stride_w), (dilation_h, dilation_w) = map(int_list, (op.stride, op.dilation))
    top, left = int_list(op.pad)

    def channel(c: Index) -> None:
        start = b.mul(c, height * width)
        clear(b, op, start, height * width, target.lanes)

        def tap(u: Index, v: Index) -> None:
            # Windows i with 0 <= i * stride + shift < extent.
            y_shift = b.sub(b.mul(u, dilation_h), top)
            x_shift = b.sub(b.mul(v, dilation_w), left)
            first, last = reached(b, y_shift, stride_h, rows, height)
            x_first, x_last = reached(b, x_shift, stride_w, columns, width)
            source = b.linear((c, kernel_h * kernel_w), (u, kernel_w), (v, 1))

            def row(i: Index) -> None:
                y = b.add(b.mul(i, stride_h), y_shift)
                begin = b.mul(b.add(b.mul(source, rows), i), columns)
                to = b.add(b.add(start, b.mul(y, width)), x_shift)
                add_row(b, op, begin, to, (x_first, x_last), stride_w, target.lanes)

            b.loop(first, last, 1, row)

        b.loop(0, kernel_h, 1, lambda u: b.loop(0, kernel_w, 1, lambda v: tap(u, v)))

    b.parallel(channels, channel)


def clear(b: LoopBuilder, op: FoldKernelOp, start: Index, cells: int, lanes: int) -> None:
    """Store zeros in `cells` cells of the output."""
    y, zeros = op.outputs[0], b.constant(0.0, vector_type(f32, lanes))
    b.for_vectors(cells, lanes, lambda i, count: b.store(zeros, y, b.add(start, i), 0, count))


def reached(
    b: LoopBuilder, shift: Index, stride: int, count: int, extent: int
) -> tuple[Index, Index]:
    """
    Return the first of `count` windows at `i * stride + shift >= 0`, and the first `>= extent`.
    """
    first = b.div(b.max(b.sub(stride - 1, shift), 0), stride)
    last = b.div(b.max(b.sub(extent + stride - 1, shift), 0), stride)
    return first, b.min(last, count)


def add_row(
    b: LoopBuilder,
    op: FoldKernelOp,
    begin: Index,
    to: Index,
    windows: tuple[Index, Index],
    stride: int,
    lanes: int,
) -> None:
    """Add windows of a row, from `begin` on, to each `stride`-th cell from `to` on."""
    x, y = op.inputs[0], op.outputs[0]

    def add(j: Index, count: int) -> None:
        cell = b.add(to, b.mul(j, stride))
        total = b.addf(b.load(y, cell, 0, count), b.load(x, b.add(begin, j), 0, count))
        b.store(total, y, cell, 0)

    first, last = windows
    if stride == 1:
        whole = b.add(first, b.mul(b.div(b.max(b.sub(last, first), 0), lanes), lanes))
        b.loop(first, whole, lanes, lambda j: add(j, lanes))
        first = whole
    b.loop(first, last, 1, lambda j: add(j, 1))
