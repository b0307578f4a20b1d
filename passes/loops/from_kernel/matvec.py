"""Lower products with few vectors: weights are read once, sums stay in registers."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i32
from xdsl.ir import SSAValue

from ....dialects.constraints import int_list
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.matvec import MatvecOp
from ....dialects.target.records import Target
from ...common.target import lanes_for
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.inline_body import inline_body
from ..emit.building.register_tiles import for_count
from ..emit.conv.conv_tile import Panel
from ..emit.int8.products import FORMS, WeightVectors, joined, sum_starts
from ..emit.int8.rows import multiply_int8_rows
from ..emit.rows.row_products import ProductRows, multiply_rows
from . import loops


@loops.register(MatvecOp)
def matvec(b: LoopBuilder, op: MatvecOp, target: Target) -> None:
    """Divide groups of output vectors among threads; the last group may be smaller, or partial."""
    kernel = Matvec(b, op, target)
    uniform = kernel.blocks // kernel.vectors
    if kernel.outputs % kernel.lanes and kernel.blocks % kernel.vectors == 0:
        uniform -= 1
    begin = uniform * kernel.vectors
    vectors, lanes = kernel.blocks - begin, kernel.outputs % kernel.lanes or None

    def groups(first: SSAValue, last: SSAValue) -> None:
        if uniform:
            b.loop(
                *(first, b.min(last, uniform), 1),
                lambda g: kernel.group(b.mul(g, kernel.vectors), kernel.vectors, None),
            )
        if vectors:
            is_last = b.compare("sgt", last, uniform)
            b.when(is_last, lambda: kernel.group(begin, vectors, lanes))

    b.share(uniform + bool(vectors), groups)


class Matvec:
    """The loops of one product."""

    def __init__(self, b: LoopBuilder, op: MatvecOp, target: Target):
        self.b, self.op = b, op
        self.x, self.weights = op.inputs[:2]
        self.operands = op.inputs[op.epilogue_start :]
        self.y = op.outputs[0]
        rows, self.columns = buffer_shape(self.x)
        self.rows = b.extent(op, 0, rows)
        self.outputs = buffer_shape(self.y)[1]
        self.lanes = op.lanes.value.data
        self.tile_rows, self.vectors = int_list(op.register)
        self.blocks = -(-self.outputs // self.lanes)
        self.width = min(lanes_for(target, i32), self.lanes)

    def group(self, first: Index, vectors: int, partial: int | None) -> None:
        """Compute all rows for `vectors` output vectors; the last one has `partial` lanes."""
        b, most = self.b, self.tile_rows
        whole = b.mul(b.div(self.rows, most), most)

        def tile(row: Index, count: int = most) -> None:
            sums = self.sums(first, vectors, row, count)
            for r in range(count):
                for v in range(vectors):
                    last = partial if v == vectors - 1 else None
                    self.finish(sums[r * vectors + v], b.add(row, r), b.add(first, v), last)

        b.loop(0, whole, most, tile)
        for_count(b, b.sub(self.rows, whole), range(1, most), lambda count: tile(whole, count))

    def sums(self, first: Index, vectors: int, row: Index, count: int) -> list[SSAValue]:
        """Return the products of `count` rows with `vectors` output vectors."""
        b = self.b
        rows = ProductRows(self.x, b.mul(row, self.columns), count, self.columns)
        if self.op.is_int8:
            return self.int8_sums(rows, first, vectors)
        panel = Panel(self.weights, b.mul(first, self.columns * self.lanes), self.lanes)
        return multiply_rows(b, rows, panel, vectors)

    def int8_sums(self, rows: ProductRows, first: Index, vectors: int) -> list[SSAValue]:
        """
        Return the same in int8: vectors of integers, two of which may form a vector of outputs.
        """
        b, k, parts = self.b, self.op.k, self.lanes // self.width
        product = self.op.product
        assert product is not None
        columns = -(-self.columns // k) * k
        at = b.mul(first, columns * self.lanes)
        weights = WeightVectors(self.weights, at, vectors * parts, self.width, product)
        of_sums, first_output = next(iter(self.op.starts()), None), b.mul(first, self.lanes)
        starts = sum_starts(b, of_sums, first_output, vectors * parts, self.width)
        sums = multiply_int8_rows(b, rows, weights, starts, FORMS[product.product.form])
        return joined(b, sums, self.lanes)

    def finish(self, value: SSAValue, row: Index, block: Index, partial: int | None) -> None:
        """Apply the epilogue to one output vector, and store it."""
        b = self.b
        at = b.add(b.mul(row, self.outputs), b.mul(block, self.lanes))
        if self.op.epilogue is not None:
            arguments = [value, *self.arguments(at, block, partial)]
            (value,) = inline_body(b, self.op.epilogue.block, arguments)
        b.store(value, self.y, at, 0, partial)

    def arguments(self, at: Index, block: Index, partial: int | None) -> Sequence[SSAValue]:
        """Return the epilogue operands for an output vector."""
        b, lanes = self.b, self.lanes
        return [
            b.load(v, at, 0, lanes, partial)
            if buffer_shape(v) == buffer_shape(self.y)
            else b.load(v, b.mul(block, lanes), 0, lanes)
            for v in self.operands
        ]
