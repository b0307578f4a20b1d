"""Register tiles of products of integers in blocks."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from xdsl.dialects.builtin import f32, i16
from xdsl.ir import SSAValue

from .....dialects.constraints import int_list
from .....dialects.element_types import vector_type
from .....dialects.kernel.block_matmul import NARROW_COLUMNS, BlockMatmulOp
from .....dialects.kernel.block_words import BYTES
from .....dialects.kernel.quantize_blocks import pitch_of
from .....dialects.target.attributes import ProductAttr
from .....dialects.target.products import INT16
from ..building.builder import Index, LoopBuilder
from ..building.conversions import convert
from ..building.prefetching import NextWeights, prefetch_pages_ahead
from .block_integers import Integers

UNROLLED = 32
"""Columns of a block that are multiplied without a loop by an instruction that adds to sums."""


def pairs_of_sums(b: LoopBuilder) -> ProductAttr:
    """Return the instruction that adds pairs of sums of i16 to those of i32."""
    isa = b.target.isa
    return ProductAttr.of(isa, next(p for p in isa.products if p.types == INT16))


class BlockProducts:
    """Rows of integers times those of a group of vectors: exact sums of a block, then floats."""

    def __init__(
        self,
        b: LoopBuilder,
        op: BlockMatmulOp,
        weights: Integers,
        following: NextWeights | None = None,
        first_factor: Index = 0,
    ):
        """The factors of the matrix begin at `first_factor`."""
        self.first_factor = first_factor
        self.b, self.product, self.weights, self.following = b, op.product, weights, following
        self.x, self.x_factors, self.starts, self.words, self.factors, *_ = op.inputs
        self.pairs = pairs_of_sums(b) if op.is_narrow else None
        self.depth, self.lanes = int_list(op.extents)[3], op.lanes.value.data
        self.size, self.count, self.pitch = op.size.value.data, op.block_count, pitch_of(self.depth)
        self.digits = op.digit_count
        self.takes_elements = op.product.product.takes_elements

    def tile(self, group: Index, vectors: int, first_row: Index, rows: int) -> list[list[SSAValue]]:
        """Return the sums of a register tile, by row and vector."""
        b = self.b
        zero = b.constant(0.0, vector_type(f32, self.lanes))
        add = functools.partial(self.add_block, group, vectors, first_row, rows)
        whole = self.depth // self.size
        sums = b.loop(0, whole, 1, add, [zero] * (rows * vectors))
        if whole < self.count:
            sums = add(whole, *sums)
        return [list(sums[m * vectors : (m + 1) * vectors]) for m in range(rows)]

    def add_block(
        self, group: Index, vectors: int, first_row: Index, rows: int, block: Index, *sums: SSAValue
    ) -> list[SSAValue]:
        """Add the sums of a block times the factors of rows and vectors."""
        b, lanes, digits = self.b, self.lanes, self.digits
        floats = vector_type(f32, lanes)
        if self.following is not None:
            self.following.prefetch(b, self.words, block, 1)
        integers = self.block_sums(group, vectors, first_row, rows, block)
        at = b.linear((self.first_factor, 1), (group, self.count * lanes), (block, vectors * lanes))
        if self.weights.pages_ahead:
            prefetch_pages_ahead(b, self.factors, at, 0, vectors * lanes)
        factors = [b.load(self.factors, at, v * lanes, lanes) for v in range(vectors)]
        results: list[SSAValue] = []
        for m in range(rows):
            of_digits = range(m * digits, (m + 1) * digits)
            of_row = [self.of_row(self.x_factors, first_row, d, block) for d in of_digits]
            for v in range(vectors):
                values = [
                    convert(b, "sitofp", integers[d * vectors + v], floats) for d in of_digits
                ]
                value = b.mulf(values[0], of_row[0])
                for factor, smaller in zip(of_row[1:], values[1:], strict=True):
                    value = b.fma(smaller, factor, value)
                results.append(b.fma(value, factors[v], sums[m * vectors + v]))
        return results

    def of_row(self, memory: SSAValue, first_row: Index, m: int, block: Index) -> SSAValue:
        """Return the number that a row of integers of the tile has for a block, in all lanes."""
        at = self.b.linear((first_row, self.digits * self.count), (block, 1))
        return self.b.broadcast(memory, at, m * self.count, self.lanes)

    def block_sums(
        self, group: Index, vectors: int, first_row: Index, rows: int, block: Index
    ) -> Sequence[SSAValue]:
        """Return the sums of products of a block's integers, by row of these and vector."""
        b = self.b
        rows *= self.digits
        starts = [self.of_row(self.starts, first_row, m, block) for m in range(rows)]
        inits = [start for start in starts for _ in range(vectors)]
        columns = self.size
        if isinstance(block, int):
            columns = min(self.depth - block * self.size, self.size)
        first = b.mul(block, self.size // self.weights.columns)
        add = functools.partial(self.added, group, vectors, first_row, rows)
        if self.pairs is None:
            return add(first, columns, inits)
        pairs, wide = self.pairs, 2 * self.lanes
        zero, ones = (b.constant(n, vector_type(i16, wide)) for n in (0, 1))
        steps = NARROW_COLUMNS // self.weights.columns

        def part(i: Index, *sums: SSAValue, count: int = NARROW_COLUMNS) -> list[SSAValue]:
            narrow = add(b.add(first, b.mul(i, steps)), count, [zero] * len(sums))
            return [b.dot(pairs, n, ones, sum) for n, sum in zip(narrow, sums, strict=True)]

        whole, rest = divmod(columns, NARROW_COLUMNS)
        sums = b.loop(0, whole, 1, part, inits)
        return part(whole, *sums, count=rest) if rest else sums

    def added(
        self,
        group: Index,
        vectors: int,
        first_row: Index,
        rows: int,
        first: Index,
        columns: int,
        inits: Sequence[SSAValue],
    ) -> Sequence[SSAValue]:
        """Add the products of some columns, which begin with a step, to sums."""
        b, weights, step = self.b, self.weights, self.weights.columns
        steps = -(-columns // step)
        # LLVM changes the order of additions that stand alone, for which it stores operands.
        unrolled = UNROLLED if self.product.product.accumulates else BYTES
        unroll = min(max(unrolled // step, 1), steps)

        def add(j: Index, *sums: SSAValue, copies: int = unroll) -> list[SSAValue]:
            results, number = list(sums), b.add(first, j)
            x_at = b.linear((first_row, self.digits * self.pitch), (number, step))
            at = weights.place(group, vectors, number)
            for u in range(copies):
                for column, operands in weights.operands(vectors, at, u):
                    for m in range(rows):
                        x = self.repeated(x_at, m * self.pitch + u * step + column)
                        for v, operand in enumerate(operands):
                            n = m * vectors + v
                            # By elements of rows where there are such products.
                            factors = (x, operand) if self.takes_elements else (operand, x)
                            results[n] = b.dot(self.product, *factors, results[n])
            return results

        looped = steps // unroll * unroll
        sums = b.loop(0, looped, unroll, add, inits)
        return add(looped, *sums, copies=steps - looped) if looped < steps else sums

    def repeated(self, at: Index, offset: int) -> SSAValue:
        """Neighbouring integers of a row that meet a lane, in all lanes."""
        k = self.weights.k
        return self.b.broadcast(self.x, at, offset, self.lanes * k, k)
