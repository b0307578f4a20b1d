"""Products with integers of few bits: widened in registers for few rows, in the cache for many."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

from xdsl.dialects import arith
from xdsl.dialects.builtin import f32, i32
from xdsl.ir import SSAValue

from ....dialects.element_types import vector_type
from ....dialects.kernel.block_matmul import BlockMatmulOp
from ....dialects.kernel.block_words import WORDS
from ....dialects.target.records import Target
from ...common.few_rows import most_rows_in_registers
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import convert, integer_op
from ..emit.building.shared_work import for_count, for_register_tiles
from ..emit.rows.row_products import ACCUMULATORS
from . import loops
from .matmul import MatrixProduct

BITS = 32
"""Bits of a word in which integers lie together."""


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
        self.bits, self.offset = words.bits, words.offset
        self.together, self.words = words.columns, words.words
        self.steps = words.steps(self.depth)
        self.block_steps = self.size // self.together
        self.count = -(-self.depth // self.size)
        self.count_rows = b.extent(op, 1, self.most_rows)
        self.few = min(most_rows_in_registers(self.vectors, target), self.tile_rows)
        if op.workspace is not None:
            self.panels = op.workspace

    def tiles(
        self, i: Index, group: Index, vectors: int, partial: int | None, first: Index, last: Index
    ) -> None:
        """Register tiles [first, last) with one panel; only a run may tell that they are few."""
        b = self.b
        tiles = self.register_tiles(first, last)
        tile, streamed = (
            functools.partial(body, i, group, vectors, partial)
            for body in (self.tile, self.streamed)
        )

        def few() -> None:
            for_count(b, self.count_rows, range(1, self.few + 1), functools.partial(streamed, 0))

        def many() -> None:
            self.widen(group, vectors)
            for_register_tiles(b, tiles, tile)

        def work() -> None:
            if self.op.workspace is None:
                for_register_tiles(b, tiles, streamed)
            elif isinstance(self.count_rows, int):
                many()
            else:
                b.when(b.compare("sle", self.count_rows, self.few), few, many)

        if isinstance(first, int) and isinstance(last, int):
            work()
        else:
            b.when(b.compare("slt", b.index(first), last), work)

    def panel_at(self, i: Index, first: Index) -> Index:
        """The widened panel is that of the group at hand."""
        return 0

    # Widening ------------------------------------------------------------------------------------

    def widen(self, group: Index, vectors: int) -> None:
        """Write the numbers of a panel to the workspace: `[columns][vectors][lanes]`."""
        b, lanes = self.b, self.lanes

        def block(i: Index) -> None:
            factors = self.block_factors(group, vectors, i)
            offset = b.constant(-float(self.offset), factors[0].type)
            shifts = [b.mulf(factor, offset) for factor in factors]

            def store(step: Index, columns: int) -> None:
                at = b.mul(step, self.together * vectors * lanes)
                for c, numbers in enumerate(self.numbers(group, vectors, step)[:columns]):
                    for v, number in enumerate(numbers):
                        value = b.fma(number, factors[v], shifts[v])
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
        steps, rest = self.steps_of(block)
        self.b.loop(0, steps, 1, lambda j: body(self.b.add(first, j), self.together))
        if rest:
            body(self.b.add(first, steps), rest)

    def steps_of(self, block: Index) -> tuple[int, int]:
        """The whole steps of a block, and the columns that are left."""
        columns = self.size
        if isinstance(block, int):
            columns = min(self.depth - block * self.size, self.size)
        return divmod(columns, self.together)

    def block_factors(self, group: Index, vectors: int, block: Index) -> list[SSAValue]:
        b, lanes = self.b, self.lanes
        at = b.linear((group, self.count * lanes), (block, vectors * lanes))
        return [b.load(self.factors, at, v * lanes, lanes) for v in range(vectors)]

    def numbers(self, group: Index, vectors: int, step: Index) -> list[list[SSAValue]]:
        """The integers of neighbouring columns as floats, by column and vector, offset included."""
        b, lanes = self.b, self.lanes
        at = b.linear(
            (group, self.steps * self.words * lanes), (step, self.words * vectors * lanes)
        )

        def word(number: int, v: int) -> SSAValue:
            place = (number * vectors + v) * lanes
            return b.load_stored(self.integers, at, place, lanes)

        columns = [
            self.unpacked([word(number, v) for number in range(self.words)]) for v in range(vectors)
        ]
        floats = vector_type(f32, lanes)
        by_column = zip(*columns, strict=True)
        return [[convert(b, "sitofp", v, floats) for v in numbers] for numbers in by_column]

    def unpacked(self, words: Sequence[SSAValue]) -> list[SSAValue]:
        """The integers in the words of one vector, as i32."""
        if self.bits == 8:
            return [convert(self.b, "extsi", words[0], vector_type(i32, self.lanes))]
        return [self.part(words, column * self.bits) for column in range(self.together)]

    def part(self, words: Sequence[SSAValue], first: int) -> SSAValue:
        """The integer that begins with a bit, and may end in the next word."""
        number, at = divmod(first, BITS)
        integer = self.integer(arith.ShRUIOp, words[number], at)
        beyond = at + self.bits - BITS
        if beyond == 0:
            return integer
        if beyond > 0:
            rest = self.integer(arith.ShLIOp, words[number + 1], BITS - at)
            integer = self.integer(arith.OrIOp, integer, rest)
        return self.integer(arith.AndIOp, integer, (1 << self.bits) - 1)

    def integer(self, op: type, left: SSAValue, right: SSAValue | int) -> SSAValue:
        """An operation on integers, with a number in all lanes."""
        if isinstance(right, int):
            if right == 0:
                return left
            right = self.b.constant(right, left.type)
        return integer_op(self.b, op, left, right)

    # Few rows ------------------------------------------------------------------------------------

    def streamed(
        self, i: Index, group: Index, vectors: int, partial: int | None, t: Index, rows: int
    ) -> None:
        """A register tile, for which the integers are widened in registers."""
        b = self.b
        first_row = b.mul(t, self.tile_rows)
        zero = b.constant(0.0, vector_type(f32, self.lanes))
        _, row, column = self.x_strides(rows)
        x_at = b.mul(first_row, row)

        def block(number: Index, *sums: SSAValue) -> list[SSAValue]:
            factors = self.block_factors(group, vectors, number)
            products = self.block_sums(group, vectors, rows, number, x_at)
            if self.offset:
                offset = b.constant(-float(self.offset), zero.type)
                totals = [self.total(number, b.add(x_at, m * row), column) for m in range(rows)]
                products = [
                    b.fma(totals[n // vectors], offset, product)
                    for n, product in enumerate(products)
                ]
            return [
                b.fma(product, factors[n % vectors], sums[n]) for n, product in enumerate(products)
            ]

        whole = self.depth // self.size
        sums = list(b.loop(0, whole, 1, block, [zero] * (rows * vectors)))
        if whole < self.count:
            sums = block(whole, *sums)
        tile = [sums[m * vectors : (m + 1) * vectors] for m in range(rows)]
        self.store(tile, i, group, partial, first_row)

    def total(self, block: Index, x_at: Index, column: int) -> SSAValue:
        """The sum of a row's elements in a block, in all lanes."""
        b, steps, rest = self.b, *self.steps_of(block)
        columns = steps * self.together + rest
        at = b.linear((x_at, 1), (block, self.size * column))
        whole = columns // self.lanes * self.lanes if column == 1 else 0
        parts = [b.load(self.x, at, k, self.lanes) for k in range(0, whole, self.lanes)]
        sums = [b.reduce("add", functools.reduce(b.addf, parts))] if parts else []
        sums += [b.load(self.x, at, k * column, 1) for k in range(whole, columns)]
        return b.splat(functools.reduce(b.addf, sums), self.lanes)

    def block_sums(
        self, group: Index, vectors: int, rows: int, block: Index, x_at: Index
    ) -> list[SSAValue]:
        """The sums of products with the integers of a block; neighbouring columns apart."""
        b, tile = self.b, rows * vectors
        _, row, column = self.x_strides(rows)
        steps, rest = self.steps_of(block)
        unroll = max(min(ACCUMULATORS // tile, steps) // self.together, 1)
        first = b.mul(block, self.block_steps)

        def step(
            j: Index, *sums: SSAValue, columns: int | None = None, copies: int = 1
        ) -> list[SSAValue]:
            results = list(sums)
            for u in range(copies):
                number = b.add(b.add(first, j), u)
                at = b.linear((x_at, 1), (number, self.together * column))
                for c, numbers in enumerate(self.numbers(group, vectors, number)[:columns]):
                    apart = (u * self.together + c) % (len(results) // tile) * tile
                    for m in range(rows):
                        x = b.broadcast(self.x, at, m * row + c * column, self.lanes)
                        for v, weight in enumerate(numbers):
                            n = apart + m * vectors + v
                            results[n] = b.fma(x, weight, results[n])
            return results

        zero = b.constant(0.0, vector_type(f32, self.lanes))
        apart = max(min(ACCUMULATORS // tile, self.together * unroll), 1)
        whole = steps // unroll * unroll
        sums: Sequence[SSAValue] = [zero] * (tile * apart)
        sums = b.loop(0, whole, unroll, functools.partial(step, copies=unroll), sums)
        if whole < steps:
            sums = step(whole, *sums, copies=steps - whole)
        if rest:
            sums = step(steps, *sums, columns=rest)
        results = list(sums[:tile])
        for start in range(tile, len(sums), tile):
            results = [b.addf(s, sums[start + n]) for n, s in enumerate(results)]
        return results
