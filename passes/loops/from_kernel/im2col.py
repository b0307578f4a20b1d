"""Lower the gathering of convolution windows, which are then multiplied as a matrix."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.ir import SSAValue

from ....dialects.kernel.im2col import Im2colOp
from ....dialects.target.records import Target
from ...common.target import lanes_for
from ..emit.building.builder import Index, LoopBuilder
from ..emit.conv.window import Window
from . import loops


@loops.register(Im2colOp)
def im2col(b: LoopBuilder, op: Im2colOp, target: Target) -> None:
    """Copy blocks of the output in parallel; each row is zeros, part of an input row, zeros."""
    Gather(b, op, lanes_for(target, op.outputs[0].type)).build()


class Gather:
    """The loops of one im2col."""

    def __init__(self, b: LoopBuilder, op: Im2colOp, widest: int):
        self.b = b
        self.x, self.y = op.inputs[0], op.outputs[0]
        source, out, window = op.extents(self.x), op.extents(self.y), Window.of(op)
        self.rows, self.columns, self.lanes = window.rows, window.columns, source.lanes
        self.blocks, self.images, self.planes = source.blocks, out.depth, source.blocks * out.depth
        self.widest = widest
        count = self.blocks * self.lanes if op.channels is None else op.channels.value.data
        self.last_lanes = count - (self.blocks - 1) * self.lanes

    def build(self) -> None:
        """Emit the loops."""
        b, planes = self.b, self.planes
        taps = self.rows.kernel * self.columns.kernel
        full = planes if self.last_lanes == self.lanes else planes - self.images

        def whole(i: Index) -> None:
            plane = b.rem(i, full)
            out = b.add(b.mul(b.div(i, full), planes), plane)
            self._plane(out, plane, self.lanes)

        def partial(i: Index) -> None:
            plane = b.add(b.rem(i, self.images), full)
            out = b.add(b.mul(b.div(i, self.images), planes), plane)
            self._plane(out, plane, self.last_lanes)

        if full:
            b.parallel(taps * full, whole)
        if full < planes:
            b.parallel(taps * self.images, partial)

    def _plane(self, out: Index, plane: Index, lanes: int) -> None:
        """Copy plane `out`: one block of one input image at one tap; `lanes` lanes exist."""
        b, rows, columns = self.b, self.rows, self.columns
        tap = b.div(out, self.planes)
        ky = b.div(tap, columns.kernel)
        kx = b.sub(tap, b.mul(ky, columns.kernel))
        # ix = ox * stride + shift must be in [0, width).
        shift = b.sub(b.mul(kx, columns.dilation), columns.before)
        low = self._first_at_least(b.sub(0, shift))
        high = self._first_at_least(b.sub(columns.size, shift))

        def row(oy: Index) -> None:
            iy = b.add(b.mul(oy, rows.stride), b.sub(b.mul(ky, rows.dilation), rows.before))
            line = b.add(b.mul(out, rows.out_size), oy)
            to = b.mul(line, columns.out_size * self.lanes)
            source = b.mul(b.add(b.mul(plane, rows.size), iy), columns.size)
            at = b.mul(b.add(source, shift), self.lanes)
            inside = b.compare("ult", iy, rows.size)
            b.when(
                inside,
                lambda: self._row(at, to, low, high, lanes),
                lambda: self._clear(to, 0, columns.out_size),
            )

        b.loop(0, rows.out_size, 1, row)

    def _first_at_least(self, limit: Index) -> Index:
        """Return the first output column ox with ox * stride >= limit, in [0, ow]."""
        b, step = self.b, self.columns.stride
        column = b.div(b.add(b.max(limit, 0), step - 1), step)
        return b.min(column, self.columns.out_size)

    def _row(self, at: Index, to: Index, low: Index, high: Index, lanes: int) -> None:
        b, step = self.b, self.columns.stride * self.lanes
        self._clear(to, 0, low)
        if self.lanes == 1 and self.columns.stride == 1:
            self._in_vectors(
                low,
                high,
                lambda i, n: b.store(b.load(self.x, b.add(at, i), 0, n), self.y, b.add(to, i), 0),
            )
        else:

            def pixel(ox: Index) -> None:
                value = b.load(self.x, b.add(at, b.mul(ox, step)), 0, self.lanes, lanes)
                b.store(value, self.y, b.add(to, b.mul(ox, self.lanes)), 0)

            b.loop(low, high, 1, pixel)
        self._clear(to, high, self.columns.out_size)

    def _clear(self, to: Index, low: Index, high: Index) -> None:
        """Store zeros in pixels [low, high) of an output row."""

        def clear(i: Index, lanes: int) -> None:
            self.b.store(self._zero(lanes), self.y, self.b.add(to, i), 0)

        first, last = self.b.mul(low, self.lanes), self.b.mul(high, self.lanes)
        if self.lanes == 1:
            self._in_vectors(first, last, clear)
        else:
            self.b.loop(first, last, self.lanes, lambda i: clear(i, self.lanes))

    def _in_vectors(self, low: Index, high: Index, body: Callable[[Index, int], None]) -> None:
        """Call `body(i, lanes)` over elements [low, high): whole vectors, then single elements."""
        b = self.b
        length = b.max(b.sub(high, low), 0)
        whole = b.add(low, b.sub(length, b.rem(length, self.widest)))
        b.loop(low, whole, self.widest, lambda i: body(i, self.widest))
        b.loop(whole, high, 1, lambda i: body(i, 1))

    def _zero(self, lanes: int) -> SSAValue:
        return self.b.constant(0.0, self.b.vector(self.y, lanes))
