"""Products of few rows with a matrix that is stored in few bits, widened in registers."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import f32
from xdsl.ir import SSAValue

from .....dialects.element_types import vector_type
from .....dialects.kernel.widening_matmul import TERMS
from .....dialects.simd.vectors import FromElementsOp
from ..building.builder import Index, LoopBuilder
from ..building.prefetching import prefetch_pages_ahead
from .block_bytes import ByteFloats
from .stored_panels import StoredPanels

UNROLLED = 16
"""Columns of a block that are multiplied without a loop."""
SUMS = 6
"""Sums under way for a multiply-add that need not wait; more leave too few registers for bytes."""


@dataclass(frozen=True)
class StreamedRows:
    """
    Rows of x times stored panels.

    A block of columns is summed without its factors, which then multiply the sum.
    """

    b: LoopBuilder
    stored: StoredPanels
    x: SSAValue
    strides: tuple[int, int]
    """From one row and one column of x to the next."""
    prepared: SSAValue | None
    """The workspace, for what takes the place of rows of x if the form needs that."""

    def prepare(self, row: Index) -> None:
        """Write to the workspace what takes the place of a row of x, and a term of each block."""
        b, stored, form = self.b, self.stored, self.stored.form
        lanes, (row_stride, column), prepared = stored.lanes, self.strides, self.prepared
        assert isinstance(form, ByteFloats)
        assert prepared is not None  # such a form has one
        x_at, to = b.mul(row, row_stride), b.mul(row, self.prepared_row)

        def vector(block: Index, first: int) -> SSAValue:
            count = min(stored.columns_of(block) - first, lanes)
            at = b.add(x_at, b.mul(block, stored.size * column))
            if count <= 0:
                return b.constant(0.0, vector_type(f32, lanes))
            if column == 1:
                return b.load(self.x, at, first, lanes, count)
            elements = [b.load(self.x, at, (first + c) * column, 1) for c in range(count)]
            zeros = [b.constant(0.0, f32)] * (lanes - count)
            return b.insert(FromElementsOp.of(elements + zeros))

        def one(block: Index) -> None:
            at = b.add(to, b.mul(block, stored.size))
            columns = -(-stored.columns_of(block) // stored.together) * stored.together
            terms: dict[bool, list[SSAValue]] = {False: [], True: []}
            for first in range(0, columns, lanes):
                x, more = form.terms(vector(block, first))
                b.store(x, prepared, at, first)
                for is_centred, term in more.items():
                    terms[is_centred].append(term)
            for is_centred, values in terms.items():
                sum = b.reduce("add", functools.reduce(b.addf, values))
                b.store(sum, prepared, b.add(to, block), self.terms_at(is_centred))

        stored.for_blocks(one)

    @property
    def prepared_row(self) -> int:
        """Elements of a row in the workspace: its columns, then two terms of each block."""
        return self.stored.count * (self.stored.size + TERMS)

    def terms_at(self, is_centred: bool) -> int:
        """Return the place in such a row of the terms of its blocks."""
        return self.stored.count * (self.stored.size + is_centred)

    def products(
        self, group: Index, vectors: int, first_row: Index, rows: int, is_centred: bool
    ) -> list[list[SSAValue]]:
        """Return the sums of a register tile, by row and vector."""
        b, stored = self.b, self.stored
        zero = b.constant(0.0, vector_type(f32, stored.lanes))

        def block(number: Index, *sums: SSAValue) -> list[SSAValue]:
            products = self.block_sums(group, vectors, rows, number, first_row, is_centred)
            factors = stored.block_factors(group, vectors, number)
            if not factors:
                return products
            return [
                b.fma(product, factors[n % vectors], sums[n]) for n, product in enumerate(products)
            ]

        whole = stored.depth // stored.size
        sums = list(b.loop(0, whole, 1, block, [zero] * (rows * vectors)))
        if whole < stored.count:
            sums = block(whole, *sums)
        return [sums[m * vectors : (m + 1) * vectors] for m in range(rows)]

    def block_sums(
        self,
        group: Index,
        vectors: int,
        rows: int,
        block: Index,
        first_row: Index,
        is_centred: bool,
    ) -> list[SSAValue]:
        """Return the sums of products with the integers of a block; neighbouring columns apart."""
        b, stored, tile = self.b, self.stored, rows * vectors
        lanes, together, form = stored.lanes, stored.together, stored.form
        zero = b.constant(0.0, vector_type(f32, lanes))
        steps = -(-stored.columns_of(block) // together)
        if isinstance(form, ByteFloats):
            assert self.prepared is not None
            memory, ahead = self.prepared, True
            columns_of = functools.partial(form.columns, is_centred=is_centred)
            row, column = self.prepared_row, 1
            apart, unroll = -(-SUMS // tile), min(UNROLLED // together, steps)
            at = b.add(b.mul(first_row, row), block)
            places = [self.terms_at(is_centred) + m * row for m in range(rows)]
            starts = [b.broadcast(memory, at, place, lanes) for place in places]
        else:
            memory, columns_of, ahead = self.x, form.exact, False
            row, column = self.strides
            apart = max(b.target.loops.sums // tile, 1)
            unroll, starts = min(apart, steps), [zero] * rows
        first = b.mul(block, stored.block_steps)
        size = stored.words * vectors * lanes

        def step(j: Index, *sums: SSAValue, copies: int = 1) -> list[SSAValue]:
            results, turn, number = list(sums), 0, b.add(first, j)
            x_at = b.linear((first_row, row), (number, together * column))
            words_at = stored.words_at(group, vectors, number)
            for u in range(copies):
                if ahead:
                    prefetch_pages_ahead(b, stored.memory, words_at, u * size, size)
                for c, numbers in columns_of(stored.words_of(vectors, words_at, u * size)):
                    place = (u * together + c) * column
                    for m in range(rows):
                        x = b.broadcast(memory, x_at, m * row + place, lanes)
                        for v, weight in enumerate(numbers):
                            n = turn % (len(results) // tile) * tile + m * vectors + v
                            results[n] = b.fma(x, weight, results[n])
                    turn += 1
            return results

        apart = max(min(apart, together * unroll), 1)
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
