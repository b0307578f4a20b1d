"""Gathering the windows of a convolution, so that a matrix product is left."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.convolution import Im2colOp
from ....dialects.target.records import Target
from ...common.target import lanes_for
from ..emit.builder import Index, LoopBuilder
from . import loops


@loops.register(Im2colOp)
def im2col(b: LoopBuilder, op: Im2colOp, target: Target) -> None:
    """Blocks of the output in parallel; each row is zeros, a piece of an input row, zeros."""
    Gather(b, op, lanes_for(target, op.outputs[0].type)).build()


class Gather:
    """The loops of one im2col."""

    def __init__(self, b: LoopBuilder, op: Im2colOp, widest: int):
        self.b = b
        self.x, self.y = op.inputs[0], op.outputs[0]
        self.blocks, self.height, self.width, self.lanes = buffer_shape(self.x)
        _, self.out_height, self.out_width, _ = buffer_shape(self.y)
        self.kernel, self.stride, self.dilation, self.pad = op.window()
        self.widest = widest
        count = self.blocks * self.lanes if op.channels is None else op.channels.value.data
        self.last_lanes = count - (self.blocks - 1) * self.lanes

    def build(self) -> None:
        """Emit the loops."""
        b = self.b
        taps = self.kernel[0] * self.kernel[1]
        full = self.blocks if self.last_lanes == self.lanes else self.blocks - 1

        def whole(i: Index) -> None:
            block = b.rem(i, full)
            out = b.add(b.mul(b.div(i, full), self.blocks), block)
            self._block(out, block, self.lanes)

        def partial(tap: Index) -> None:
            self._block(b.add(b.mul(tap, self.blocks), full), full, self.last_lanes)

        if full:
            b.parallel(taps * full, whole)
        if full < self.blocks:
            b.parallel(taps, partial)

    def _block(self, out: Index, block: Index, lanes: int) -> None:
        """Output block `out`: input block `block` at one tap; `lanes` of its lanes exist."""
        b = self.b
        tap = b.div(out, self.blocks)
        ky = b.div(tap, self.kernel[1])
        kx = b.sub(tap, b.mul(ky, self.kernel[1]))
        # ix = ox * stride + shift must be in [0, width).
        shift = b.sub(b.mul(kx, self.dilation[1]), self.pad[1])
        low = self._first_at_least(b.sub(0, shift))
        high = self._first_at_least(b.sub(self.width, shift))

        def row(oy: Index) -> None:
            iy = b.add(b.mul(oy, self.stride[0]), b.sub(b.mul(ky, self.dilation[0]), self.pad[0]))
            line = b.add(b.mul(out, self.out_height), oy)
            to = b.mul(line, self.out_width * self.lanes)
            source = b.mul(b.add(b.mul(block, self.height), iy), self.width)
            at = b.mul(b.add(source, shift), self.lanes)
            inside = b.compare("ult", iy, self.height)
            b.when(
                inside,
                lambda: self._row(at, to, low, high, lanes),
                lambda: self._clear(to, 0, self.out_width),
            )

        b.loop(0, self.out_height, 1, row)

    def _first_at_least(self, limit: Index) -> Index:
        """The first output column ox with ox * stride >= limit, in [0, ow]."""
        b, step = self.b, self.stride[1]
        column = b.div(b.add(b.max(limit, 0), step - 1), step)
        return b.min(column, self.out_width)

    def _row(self, at: Index, to: Index, low: Index, high: Index, lanes: int) -> None:
        b, step = self.b, self.stride[1] * self.lanes
        self._clear(to, 0, low)
        if self.lanes == 1 and self.stride[1] == 1:
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
        self._clear(to, high, self.out_width)

    def _clear(self, to: Index, low: Index, high: Index) -> None:
        """Zeros in pixels [low, high) of an output row."""

        def clear(i: Index, lanes: int) -> None:
            self.b.store(self._zero(lanes), self.y, self.b.add(to, i), 0)

        first, last = self.b.mul(low, self.lanes), self.b.mul(high, self.lanes)
        if self.lanes == 1:
            self._in_vectors(first, last, clear)
        else:
            self.b.loop(first, last, self.lanes, lambda i: clear(i, self.lanes))

    def _in_vectors(self, low: Index, high: Index, body: Callable[[Index, int], None]) -> None:
        """`body(i, lanes)` over elements [low, high): whole vectors, then one by one."""
        b = self.b
        length = b.max(b.sub(high, low), 0)
        whole = b.add(low, b.sub(length, b.rem(length, self.widest)))
        b.loop(low, whole, self.widest, lambda i: body(i, self.widest))
        b.loop(whole, high, 1, lambda i: body(i, 1))

    def _zero(self, lanes: int) -> SSAValue:
        return self.b.constant(0.0, self.b.vector(self.y, lanes))
