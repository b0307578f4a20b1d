"""Multiply a few rows of int8 with weights that stream by once."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith
from xdsl.ir import SSAValue

from ..building.builder import Index, LoopBuilder
from ..building.conversions import integer_op
from ..conv.block_sums import BlockSums
from ..rows.row_copy import ElementConversion
from ..rows.row_products import ProductRows
from .products import WeightVectors


def multiply_int8_rows(
    b: LoopBuilder,
    rows: ProductRows,
    weights: WeightVectors,
    starts: Sequence[SSAValue],
    bring: ElementConversion,
) -> list[SSAValue]:
    """
    Return the products of rows with vectors of weights: `sums[r * vectors + n]`, starting with
    `starts[n]`.

    `bring` converts numbers of i8 to the multiplied form. Small tiles sum several steps separately.
    Nothing behind the last element of a row is read.
    """
    if weights.record.accumulation.rows > 1:
        return multiply_pairs_of_rows(b, rows, weights, starts)
    k, vectors, lanes = weights.k, weights.vectors, weights.lanes * weights.k
    tile = rows.count * vectors
    whole, rest = divmod(rows.length, k)
    unroll = max(min(-(-b.target.loops.sums // tile), whole), 1)

    def add(sums: list[SSAValue], at: int, w_at: Index, offset: int, x: Sequence[SSAValue]) -> None:
        """Add the products of one step to the sums from `at` on."""
        loaded = [weights.load(b, w_at, offset, n) for n in range(vectors)]
        for r, value in enumerate(x):
            multiplied = bring(b, value)
            for n, vector in enumerate(loaded):
                i = at + r * vectors + n
                sums[i] = b.dot(weights.product, multiplied, vector, sums[i])

    def steps(i: Index, *sums: SSAValue, copies: int = unroll) -> list[SSAValue]:
        results, w_at = list(sums), b.add(weights.at, b.mul(i, weights.step_size))
        place = b.add(rows.at, b.mul(i, k))
        for u in range(copies):
            x = [
                b.broadcast(rows.memory, place, r * rows.length + u * k, lanes, k)
                for r in range(rows.count)
            ]
            add(results, u * tile, w_at, u * weights.step_size, x)
        return results

    zero = b.constant(0, starts[0].type)
    sums = [*starts] * rows.count + [zero] * (tile * (unroll - 1))
    looped = whole // unroll * unroll
    sums = list(b.loop(0, looped, unroll, steps, sums))
    if looped < whole:
        sums = steps(looped, *sums, copies=whole - looped)
    if rest:
        last = [last_step(b, rows, r, whole * k, rest, (k, lanes)) for r in range(rows.count)]
        add(sums, 0, b.add(weights.at, whole * weights.step_size), 0, last)
    results = sums[:tile]
    for u in range(1, unroll):
        parts = sums[u * tile : (u + 1) * tile]
        pairs = zip(results, parts, strict=True)
        results = [integer_op(b, arith.AddiOp, left, right) for left, right in pairs]
    return results


def multiply_pairs_of_rows(
    b: LoopBuilder, rows: ProductRows, weights: WeightVectors, starts: Sequence[SSAValue]
) -> list[SSAValue]:
    """
    Return these products by an instruction that multiplies small matrices, of unconverted numbers
    of i8.
    """
    k, vectors, lanes = weights.k, weights.vectors, weights.lanes
    matrices = BlockSums(weights.product, rows.count, vectors, lanes)
    whole, rest = divmod(rows.length, k)

    def step(i: Index, *sums: SSAValue, count: int = k) -> list[SSAValue]:
        place, w_at = b.add(rows.at, b.mul(i, k)), b.add(weights.at, b.mul(i, weights.step_size))
        first = None if count == k else count
        x = [b.load(rows.memory, place, r * rows.length, k, first) for r in range(rows.count)]
        pairs = [b.shuffle(x[r], x[matrices.second(r)], range(2 * k)) for r in matrices.pairs]
        loaded = [weights.load(b, w_at, 0, n) for n in range(vectors)]
        return matrices.add(b, sums, pairs, loaded)

    sums = b.loop(0, whole, 1, step, matrices.of_rows(b, [*starts] * rows.count))
    if rest:
        sums = step(whole, *sums, count=rest)
    return matrices.rows_of(b, sums)


def last_step(
    b: LoopBuilder, rows: ProductRows, row: int, column: int, rest: int, sizes: tuple[int, int]
) -> SSAValue:
    """
    Return the last elements of a row, fewer than k, followed by zeros, repeated to fill the lanes.
    """
    k, lanes = sizes
    x = b.load(rows.memory, rows.at, row * rows.length + column, k, rest)
    return b.shuffle(x, x, [lane % k for lane in range(lanes)])
