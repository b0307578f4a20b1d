"""Products with integers of few bits: widened in registers for few rows, in the cache for many."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import f32
from xdsl.ir import SSAValue

from ....dialects.element_types import vector_type
from ....dialects.kernel.block_matmul import TERMS, BlockMatmulOp, most_few_rows, rows_in_registers
from ....dialects.kernel.block_words import WORDS
from ....dialects.simd.vectors import FromElementsOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.prefetching import prefetch_page_ahead
from ..emit.building.shared_work import for_count, for_register_tiles
from ..emit.rows.block_bytes import ByteFloats, SignedBytes
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
        self.is_few: SSAValue | bool = not self.is_widened
        if not isinstance(self.row_count, int):
            # A thread has all rows: how they are put in tiles must not depend on its share.
            tiles: Index = 1
            if self.is_widened:
                most = most_few_rows(self.tile_rows)
                self.is_few = b.compare("sle", self.row_count, most)
                tiles = b.select_index(self.is_few, 1, self.tiles_of_rows)
            self.tiles_of_rows = tiles
        self.form = (
            ByteFloats(b, words, self.lanes, op.product)
            if words.offset
            else SignedBytes(b, self.lanes)
        )
        if op.workspace is not None:
            self.panels = op.workspace

    def begin(self) -> None:
        """Make x of rows whose integers are widened in registers: a thread has its own."""
        if isinstance(self.form, ByteFloats):
            self.choose(lambda: self.for_rows(self.prepare), lambda: None)

    def for_rows(self, body: Callable[[Index], None]) -> None:
        """`body(row)` for all of them."""
        self.b.loop(0, self.row_count, 1, body)

    def choose(self, few: Callable[[], None], many: Callable[[], None]) -> None:
        """Do what suits the number of rows, which a run may tell."""
        if not isinstance(self.is_few, bool):
            self.b.when(self.is_few, few, many)
        elif self.is_few:
            few()
        else:
            many()

    def tiles(
        self, i: Index, group: Index, vectors: int, partial: int | None, first: Index, last: Index
    ) -> None:
        """Register tiles [first, last) with one panel."""
        b, place = self.b, (i, group, vectors, partial)

        def few() -> None:
            self.few(functools.partial(self.streamed, *place), first, last)

        def many() -> None:
            self.widen(group, vectors)
            tiles = self.register_tiles(first, last)
            for_register_tiles(b, tiles, functools.partial(self.tile, *place))

        if isinstance(first, int) and isinstance(last, int):
            self.choose(few, many)
        else:
            some = b.compare("slt", b.index(first), last)
            b.when(some, lambda: self.choose(few, many))

    def few(self, streamed: Callable[[Index, int, bool], None], first: Index, last: Index) -> None:
        """Tiles of rows for which the integers are widened in registers; one row is not centred."""
        b, count = self.b, self.row_count
        if isinstance(count, int):
            tiles = self.register_tiles(first, last)
            for_register_tiles(
                b, tiles, lambda t, rows: streamed(b.mul(t, self.tile_rows), rows, count > 1)
            )
            return
        size = rows_in_registers(self.tile_rows) if self.is_widened else self.tile_rows
        whole = b.div(count, size)
        end = b.mul(whole, size)

        def several() -> None:
            b.loop(0, whole, 1, lambda t: streamed(b.mul(t, size), size, True))
            for_count(b, b.sub(count, end), range(1, size), lambda rows: streamed(end, rows, True))

        if isinstance(self.form, SignedBytes):
            several()
        else:
            b.when(b.compare("eq", count, 1), lambda: streamed(0, 1, False), several)

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
            terms: dict[bool, list[SSAValue]] = {False: [], True: []}
            for first in range(0, columns, lanes):
                x, more = form.terms(vector(block, first))
                b.store(x, self.panels, at, first)
                for is_centred, term in more.items():
                    terms[is_centred].append(term)
            for is_centred, values in terms.items():
                sum = b.reduce("add", functools.reduce(b.addf, values))
                b.store(sum, self.panels, b.add(to, block), self.terms_at(is_centred))

        self.for_blocks(one)

    @property
    def prepared_row(self) -> int:
        """Elements of a row in the workspace: its columns, then two terms of each block."""
        return self.count * (self.size + TERMS)

    def terms_at(self, is_centred: bool) -> int:
        """The place in such a row of the terms of its blocks."""
        return self.count * (self.size + is_centred)

    def streamed(
        self,
        i: Index,
        group: Index,
        vectors: int,
        partial: int | None,
        first_row: Index,
        rows: int,
        is_centred: bool,
    ) -> None:
        """A register tile, for which the integers are widened in registers."""
        b = self.b
        zero = b.constant(0.0, vector_type(f32, self.lanes))

        def block(number: Index, *sums: SSAValue) -> list[SSAValue]:
            products = self.block_sums(group, vectors, rows, number, first_row, is_centred)
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
        self,
        group: Index,
        vectors: int,
        rows: int,
        block: Index,
        first_row: Index,
        is_centred: bool,
    ) -> list[SSAValue]:
        """The sums of products with the integers of a block; neighbouring columns apart."""
        b, tile, form = self.b, rows * vectors, self.form
        zero = b.constant(0.0, vector_type(f32, self.lanes))
        steps = -(-self.columns_of(block) // self.together)
        if isinstance(form, SignedBytes):
            memory, columns_of, ahead = self.x, form.exact, False
            _, row, column = self.x_strides(rows)
            apart = max(b.target.loops.sums // tile, 1)
            unroll, starts = min(apart, steps), [zero] * rows
        else:
            memory, ahead = self.panels, True
            columns_of = functools.partial(form.columns, is_centred=is_centred)
            row, column = self.prepared_row, 1
            apart, unroll = -(-SUMS // tile), min(UNROLLED // self.together, steps)
            at = b.add(b.mul(first_row, row), block)
            places = [self.terms_at(is_centred) + m * row for m in range(rows)]
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
