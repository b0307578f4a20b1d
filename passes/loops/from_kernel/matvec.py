"""Products with few vectors: the weights stream by once, the sums stay in registers."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.matvec import MatvecOp
from ....dialects.properties import int_list
from ....dialects.target.records import Target
from ..emit.builder import Index, LoopBuilder
from ..emit.inline_body import inline_body
from . import loops

ACCUMULATORS = 8
"""Sums under way at least, so that no multiply-add waits for the one before."""


@loops.register(MatvecOp)
def matvec(b: LoopBuilder, op: MatvecOp, target: Target) -> None:
    """Groups of output vectors in parallel; a last group of another size, or partial, by itself."""
    kernel = Matvec(b, op)
    uniform = kernel.blocks // kernel.vectors
    if kernel.outputs % kernel.lanes and kernel.blocks % kernel.vectors == 0:
        uniform -= 1
    if uniform:
        b.parallel(uniform, lambda g: kernel.group(b.mul(g, kernel.vectors), kernel.vectors, None))
    first = uniform * kernel.vectors
    if first < kernel.blocks:
        rest = kernel.outputs % kernel.lanes or None
        kernel.group(first, kernel.blocks - first, rest)


class Matvec:
    """The loops of one product."""

    def __init__(self, b: LoopBuilder, op: MatvecOp):
        self.b, self.op = b, op
        self.x, self.weights, *self.operands = op.inputs
        self.y = op.outputs[0]
        self.rows, self.columns = buffer_shape(self.x)
        self.outputs = buffer_shape(self.y)[1]
        self.lanes = op.lanes.value.data
        self.tile_rows, self.vectors = int_list(op.register)
        self.blocks = -(-self.outputs // self.lanes)

    def group(self, first: Index, vectors: int, partial: int | None) -> None:
        """All rows for `vectors` output vectors, the last of which has `partial` lanes."""
        whole = self.rows // self.tile_rows * self.tile_rows

        def tile(row: Index, count: int = self.tile_rows) -> None:
            sums = self.sums(first, vectors, row, count)
            for r in range(count):
                for v in range(vectors):
                    last = partial if v == vectors - 1 else None
                    self.finish(sums[r * vectors + v], b.add(row, r), b.add(first, v), last)

        b = self.b
        b.loop(0, whole, self.tile_rows, tile)
        if whole < self.rows:
            tile(whole, self.rows - whole)

    def sums(self, first: Index, vectors: int, row: Index, count: int) -> list[SSAValue]:
        """The products of `count` rows with `vectors` output vectors."""
        b, lanes = self.b, self.lanes
        tile = count * vectors
        unroll = min(max(ACCUMULATORS // tile, 1), self.columns)
        weights_at = b.mul(first, self.columns * lanes)
        x_at = b.mul(row, self.columns)
        zero = b.constant(0.0, b.vector(self.y, lanes))

        def step(i: Index, *sums: SSAValue, copies: int = unroll) -> list[SSAValue]:
            results = list(sums)
            at, place = b.add(weights_at, b.mul(i, vectors * lanes)), b.add(x_at, i)
            for u in range(copies):
                loaded = [
                    b.load(self.weights, at, (u * vectors + v) * lanes, lanes)
                    for v in range(vectors)
                ]
                for r in range(count):
                    value = b.broadcast(self.x, place, r * self.columns + u, lanes)
                    for v in range(vectors):
                        n = u * tile + r * vectors + v
                        results[n] = b.fma(value, loaded[v], results[n])
            return results

        whole = self.columns // unroll * unroll
        sums = list(b.loop(0, whole, unroll, step, [zero] * (tile * unroll)))
        if whole < self.columns:
            sums = step(whole, *sums, copies=self.columns - whole)
        results = sums[:tile]
        for u in range(1, unroll):
            results = [b.addf(s, sums[u * tile + n]) for n, s in enumerate(results)]
        return results

    def finish(self, value: SSAValue, row: Index, block: Index, partial: int | None) -> None:
        """Epilogue and store of one output vector."""
        b = self.b
        at = b.add(b.mul(row, self.outputs), b.mul(block, self.lanes))
        if self.op.epilogue is not None:
            arguments = [value, *self.arguments(at, block, partial)]
            (value,) = inline_body(b, self.op.epilogue.block, arguments)
        b.store(value, self.y, at, 0, partial)

    def arguments(self, at: Index, block: Index, partial: int | None) -> Sequence[SSAValue]:
        """The epilogue operands for an output vector."""
        b, lanes = self.b, self.lanes
        return [
            b.load(v, at, 0, lanes, partial)
            if buffer_shape(v) == buffer_shape(self.y)
            else b.load(v, b.mul(block, lanes), 0, lanes)
            for v in self.operands
        ]
