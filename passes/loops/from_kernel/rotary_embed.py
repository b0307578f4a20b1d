"""Lower the rotation of pairs of cells, a vector of pairs at a time."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.rotary_embed import RotaryEmbedKernelOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.shared_work import parallel_rows
from . import loops


@loops.register(RotaryEmbedKernelOp)
def rotary_embed(b: LoopBuilder, op: RotaryEmbedKernelOp, target: Target) -> None:
    """Rotate the rows of all heads: whole vectors of pairs, and a partial one."""
    x, cos, sin = op.inputs
    _, rows, width = buffer_shape(x)
    lanes, pairs = target.lanes, width // 2
    vectors = Interleaved(b, op, lanes) if op.interleaved else HalfRowPairs(b, op, lanes)

    def row(r: Index) -> None:
        angle = b.rem(r, rows)
        angles = [(v, b.mul(angle, buffer_shape(v)[1])) for v in (cos, sin)]
        start = b.mul(r, width)

        def turn(p: Index, count: int) -> None:
            def load(column: int) -> list[SSAValue]:
                return [b.load(v, b.add(at, p), column, lanes, count) for v, at in angles]

            (c, s), (a, d) = load(0), vectors.load(start, p, count)
            minus = b.float_op(arith.NegfOp, b.mulf(d, s))
            first = b.fma(a, c, minus)
            if op.apart is not None:
                c, s = load(pairs)
            vectors.store((first, b.fma(a, s, b.mulf(d, c))), start, p, count)

        whole = pairs // lanes * lanes
        b.loop(0, whole, lanes, lambda p: turn(p, lanes))
        if whole < pairs:
            turn(whole, pairs - whole)

    heads_end, rows_end, _ = b.extents(op, buffer_shape(x))
    parallel_rows(b, (heads_end, rows_end), rows, row)


class HalfRowPairs:
    """Pairs whose second cells are half a row after the first."""

    def __init__(self, b: LoopBuilder, op: RotaryEmbedKernelOp, lanes: int):
        self.b, self.lanes = b, lanes
        self.x, self.y = op.inputs[0], op.outputs[0]
        self.half = buffer_shape(self.x)[2] // 2

    def load(self, start: Index, p: Index, count: int) -> tuple[SSAValue, SSAValue]:
        """Load the first and the second cells of `count` pairs."""
        at = self.b.add(start, p)
        first = self.b.load(self.x, at, 0, self.lanes, count)
        return first, self.b.load(self.x, at, self.half, self.lanes, count)

    def store(self, values: tuple[SSAValue, SSAValue], start: Index, p: Index, count: int) -> None:
        """Store the first and the second cells of `count` pairs."""
        at = self.b.add(start, p)
        self.b.store(values[0], self.y, at, 0, count)
        self.b.store(values[1], self.y, at, self.half, count)


class Interleaved(HalfRowPairs):
    """Pairs of adjacent cells: two vectors hold `lanes` pairs."""

    def load(self, start: Index, p: Index, count: int) -> tuple[SSAValue, SSAValue]:
        b, lanes = self.b, self.lanes
        at = b.add(start, b.mul(p, 2))
        low = b.load(self.x, at, 0, lanes, min(2 * count, lanes))
        high = b.load(self.x, at, lanes, lanes, 2 * count - lanes) if 2 * count > lanes else low
        evens = [2 * i for i in range(lanes)]
        return b.shuffle(low, high, evens), b.shuffle(low, high, [i + 1 for i in evens])

    def store(self, values: tuple[SSAValue, SSAValue], start: Index, p: Index, count: int) -> None:
        b, lanes = self.b, self.lanes
        at = b.add(start, b.mul(p, 2))
        order = [lane for i in range(lanes) for lane in (i, i + lanes)]
        b.store(b.shuffle(*values, order[:lanes]), self.y, at, 0, min(2 * count, lanes))
        if 2 * count > lanes:
            b.store(b.shuffle(*values, order[lanes:]), self.y, at, lanes, 2 * count - lanes)
