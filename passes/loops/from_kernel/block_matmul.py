"""Products with integers of few bits: widened in registers for few rows, in the cache for many."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import f32
from xdsl.ir import SSAValue

from ....dialects.element_types import vector_type
from ....dialects.kernel.block_matmul import FEW_TILES, BlockMatmulOp, rows_in_registers
from ....dialects.kernel.block_words import WORDS
from ....dialects.simd.vectors import FromElementsOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.prefetching import prefetch_page_ahead
from ..emit.building.shared_work import for_count, for_register_tiles
from ..emit.rows.block_bytes import ByteFloats, SignedBytes
from ..emit.rows.row_products import ACCUMULATORS
from . import loops
from .matmul import MatrixProduct

UNROLLED = 16
"""Columns of a block that are multiplied without a loop."""
SUMS = 6
"""Sums under way for a multiply-add that need not wait; more leave too few registers for bytes."""


@loops.register(BlockMatmulOp)
def block_matmul(b: LoopBuilder, op: BlockMatmulOp, target: Target) -> None:
    """Panels are shared among threads, or rows of them; each with all its rows."""
    BlockMatmul(b, op, target).share_panels()


class BlockMatmul(MatrixProduct):
    """
    The loops of one product.

    A block of columns is summed without its factors, which then multiply the sum; of a panel that
    is widened for many rows each integer is multiplied by its factor.
    """

    op: BlockMatmulOp

    def __init__(self, b: LoopBuilder, op: BlockMatmulOp, target: Target):
        super().__init__(b, op, target)
        self.x, self.integers, self.factors, *self.operands = op.inputs
        words, self.size = WORDS[op.bits.value.data], op.size.value.data
        self.together, self.words = words.columns, words.words
        self.steps = words.steps(self.depth)
        self.block_steps = self.size // self.together
        self.count = -(-self.depth // self.size)
        self.row_count = b.extent(op, 1, self.most_rows)
        self.is_widened = op.block is not None
        self.is_few: SSAValue | None = None
        if self.is_widened and not isinstance(self.row_count, int):
            self.is_few = b.compare("sle", self.row_count, FEW_TILES * self.tile_rows)
            # A thread has all of them: how they are put in tiles must not depend on its share.
            self.tiles_of_rows = b.select_index(self.is_few, 1, self.tiles_of_rows)
        self.form = (
            ByteFloats(b, words, self.lanes, target) if words.offset else SignedBytes(b, self.lanes)
        )
        if op.workspace is not None:
            self.panels = op.workspace

    def begin(self) -> None:
        """Make x of rows whose integers are widened in registers: a thread has its own."""
        if isinstance(self.form, SignedBytes):
            return
        if not self.is_widened:
            self.b.loop(0, self.row_count, 1, self.prepare)
        elif self.is_few is not None:
            self.b.when(self.is_few, lambda: self.b.loop(0, self.row_count, 1, self.prepare))

    def tiles(
        self, i: Index, group: Index, vectors: int, partial: int | None, first: Index, last: Index
    ) -> None:
        """Register tiles [first, last) with one panel; only a run may tell that they are few."""
        b = self.b
        tiles = self.register_tiles(first, last)
        streamed = functools.partial(self.streamed, i, group, vectors, partial)

        def many() -> None:
            self.widen(group, vectors)
            for_register_tiles(b, tiles, functools.partial(self.tile, i, group, vectors, partial))

        def work() -> None:
            if not self.is_widened:
                for_register_tiles(
                    b, tiles, lambda t, rows: streamed(b.mul(t, self.tile_rows), rows)
                )
            elif self.is_few is None:
                many()
            else:
                b.when(self.is_few, lambda: self.few(streamed), many)

        if isinstance(first, int) and isinstance(last, int):
            work()
        else:
            b.when(b.compare("slt", b.index(first), last), work)

    def few(self, streamed: Callable[[Index, int], None]) -> None:
        """`streamed(first row, rows)` for all rows, whose number a run tells."""
        b, size = self.b, rows_in_registers(self.tile_rows)
        whole = b.div(self.row_count, size)
        end = b.mul(whole, size)
        b.loop(0, whole, 1, lambda t: streamed(b.mul(t, size), size))
        rest = b.sub(self.row_count, end)
        for_count(b, rest, size, lambda rows: streamed(end, rows))

    def panel_at(self, i: Index, first: Index) -> Index:
        """The widened panel is that of the group at hand."""
        return 0

    # Widening ------------------------------------------------------------------------------------

    def widen(self, group: Index, vectors: int) -> None:
        """Write the numbers of a panel to the workspace: `[columns][vectors][lanes]`."""
        b, lanes = self.b, self.lanes

        def block(i: Index) -> None:
            factors = self.block_factors(group, vectors, i)
            if self.form.scale != 1:
                scale = b.constant(self.form.scale, factors[0].type)
                factors = [b.mulf(factor, scale) for factor in factors]

            def store(step: Index, columns: int) -> None:
                at = b.mul(step, self.together * vectors * lanes)
                words = self.words_of(vectors, self.words_at(group, vectors, step))
                for c, numbers in self.form.exact(words):
                    for v, number in enumerate(numbers if c < columns else ()):
                        value = b.mulf(number, factors[v])
                        b.store(value, self.panels, at, (c * vectors + v) * lanes)

            self.for_steps(i, store)

        self.for_blocks(block)

    def for_blocks(self, body: Callable[[Index], None]) -> None:
        """`body(block)`; the last one is apart if it is shorter."""
        whole = self.depth // self.size
        self.b.loop(0, whole, 1, body)
        if whole < self.count:
            body(whole)

    def for_steps(self, block: Index, body: Callable[[Index, int], None]) -> None:
        """`body(step, columns)` for neighbouring columns of a block."""
        first = self.b.mul(block, self.block_steps)
        steps, rest = divmod(self.columns_of(block), self.together)
        self.b.loop(0, steps, 1, lambda j: body(self.b.add(first, j), self.together))
        if rest:
            body(self.b.add(first, steps), rest)

    def columns_of(self, block: Index) -> int:
        """The columns of a block; only the last one, whose number is known, has fewer."""
        return (
            min(self.depth - block * self.size, self.size) if isinstance(block, int) else self.size
        )

    def block_factors(self, group: Index, vectors: int, block: Index) -> list[SSAValue]:
        b, lanes = self.b, self.lanes
        at = b.linear((group, self.count * lanes), (block, vectors * lanes))
        return [b.load(self.factors, at, v * lanes, lanes) for v in range(vectors)]

    def words_at(self, group: Index, vectors: int, step: Index) -> Index:
        """Return the place of the words of neighbouring columns."""
        row = self.words * self.lanes
        return self.b.linear((group, self.steps * row), (step, vectors * row))

    def words_of(self, vectors: int, at: Index, offset: int = 0) -> list[list[SSAValue]]:
        """The words of neighbouring columns, by vector."""
        b, lanes = self.b, self.lanes
        return [
            [
                b.load_stored(self.integers, at, offset + (number * vectors + v) * lanes, lanes)
                for number in range(self.words)
            ]
            for v in range(vectors)
        ]

    # Few rows ------------------------------------------------------------------------------------

    def prepare(self, row: Index) -> None:
        """Write to the workspace what takes the place of a row of x, and a term of each block."""
        assert isinstance(self.form, ByteFloats)
        b, form, lanes = self.b, self.form, self.lanes
        _, row_stride, column = self.x_strides(1)
        x_at, to = b.mul(row, row_stride), b.mul(row, self.prepared_row)

        def vector(block: Index, first: int) -> SSAValue:
            count = min(self.columns_of(block) - first, lanes)
            at = b.add(x_at, b.mul(block, self.size * column))
            if count <= 0:
                return b.constant(0.0, vector_type(f32, lanes))
            if column == 1:
                return b.load(self.x, at, first, lanes, count)
            elements = [b.load(self.x, at, (first + c) * column, 1) for c in range(count)]
            zeros = [b.constant(0.0, f32)] * (lanes - count)
            return b.insert(FromElementsOp.of(elements + zeros))

        def one(block: Index) -> None:
            at = b.add(to, b.mul(block, self.size))
            columns = -(-self.columns_of(block) // self.together) * self.together
            terms: list[SSAValue] = []
            for first in range(0, columns, lanes):
                x, term = form.terms(vector(block, first))
                b.store(x, self.panels, at, first)
                terms.append(term)
            sum = b.reduce("add", functools.reduce(b.addf, terms))
            b.store(sum, self.panels, b.add(to, block), self.count * self.size)

        self.for_blocks(one)

    @property
    def prepared_row(self) -> int:
        """Elements of a row in the workspace: its columns, then the terms of its blocks."""
        return self.count * (self.size + 1)

    def streamed(
        self, i: Index, group: Index, vectors: int, partial: int | None, first_row: Index, rows: int
    ) -> None:
        """A register tile, for which the integers are widened in registers."""
        b = self.b
        zero = b.constant(0.0, vector_type(f32, self.lanes))

        def block(number: Index, *sums: SSAValue) -> list[SSAValue]:
            products = self.block_sums(group, vectors, rows, number, first_row)
            factors = self.block_factors(group, vectors, number)
            return [
                b.fma(product, factors[n % vectors], sums[n]) for n, product in enumerate(products)
            ]

        whole = self.depth // self.size
        sums = list(b.loop(0, whole, 1, block, [zero] * (rows * vectors)))
        if whole < self.count:
            sums = block(whole, *sums)
        tile = [sums[m * vectors : (m + 1) * vectors] for m in range(rows)]
        self.store(tile, i, group, partial, first_row)

    def block_sums(
        self, group: Index, vectors: int, rows: int, block: Index, first_row: Index
    ) -> list[SSAValue]:
        """The sums of products with the integers of a block; neighbouring columns apart."""
        b, tile, form = self.b, rows * vectors, self.form
        zero = b.constant(0.0, vector_type(f32, self.lanes))
        steps = -(-self.columns_of(block) // self.together)
        if isinstance(form, SignedBytes):
            memory, columns_of, ahead = self.x, form.exact, False
            _, row, column = self.x_strides(rows)
            apart = max(ACCUMULATORS // tile, 1)
            unroll, starts = min(apart, steps), [zero] * rows
        else:
            memory, columns_of, ahead = self.panels, form.columns, True
            row, column = self.prepared_row, 1
            apart, unroll = -(-SUMS // tile), min(UNROLLED // self.together, steps)
            at = b.add(b.mul(first_row, row), block)
            places = [self.count * self.size + m * row for m in range(rows)]
            starts = [b.broadcast(memory, at, place, self.lanes) for place in places]
        first = b.mul(block, self.block_steps)

        def step(j: Index, *sums: SSAValue, copies: int = 1) -> list[SSAValue]:
            results, turn, number = list(sums), 0, b.add(first, j)
            x_at = b.linear((first_row, row), (number, self.together * column))
            words_at = self.words_at(group, vectors, number)
            for u in range(copies):
                offset = u * self.words * vectors * self.lanes
                if ahead:
                    size = self.words * vectors * self.lanes
                    prefetch_page_ahead(b, self.integers, words_at, offset, size)
                for c, numbers in columns_of(self.words_of(vectors, words_at, offset)):
                    place = (u * self.together + c) * column
                    for m in range(rows):
                        x = b.broadcast(memory, x_at, m * row + place, self.lanes)
                        for v, weight in enumerate(numbers):
                            n = turn % (len(results) // tile) * tile + m * vectors + v
                            results[n] = b.fma(x, weight, results[n])
                    turn += 1
            return results

        apart = max(min(apart, self.together * unroll), 1)
        whole = steps // unroll * unroll
        sums: Sequence[SSAValue] = [start for start in starts for _ in range(vectors)]
        sums = [*sums, *([zero] * (tile * (apart - 1)))]
        sums = b.loop(0, whole, unroll, functools.partial(step, copies=unroll), sums)
        if whole < steps:
            sums = step(whole, *sums, copies=steps - whole)
        results = list(sums[:tile])
        for start in range(tile, len(sums), tile):
            results = [b.addf(s, sums[start + n]) for n, s in enumerate(results)]
        return results
