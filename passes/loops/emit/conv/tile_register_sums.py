"""The sums of a register tile by instructions that multiply matrices in tile registers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import SSAValue

from .....dialects.element_types import vector_type
from .....dialects.target.attributes import ProductAttr
from .....dialects.target.elements import attribute_of
from .....dialects.target.products import Product
from ..building.builder import Index, LoopBuilder


@dataclass(frozen=True)
class TileRegisterSums:
    """
    The products of a register tile with a buffer `[tap][c/k][positions][k]` and its weights
    `[tap][c/k][NR][k/t][lanes][t]`.

    A matrix of sums has the rows that one instruction multiplies, and the outputs of a vector. Rows
    past the last pixel hold anything.
    """

    product: ProductAttr
    pixels: int
    vectors: int
    lanes: int
    buffer: SSAValue
    weights: SSAValue
    row: int
    """Distance between blocks of k channels in the buffer."""
    steps: int
    """Number of blocks of all taps."""

    @property
    def record(self) -> Product:
        """Return the record of the instruction."""
        return self.product.product

    @property
    def rows(self) -> int:
        """Return the number of rows of a matrix."""
        return self.record.accumulation.rows

    @property
    def firsts(self) -> range:
        """Return the first pixels of all matrices."""
        return range(0, self.pixels, self.rows)

    def sums(self, b: LoopBuilder, at: Index, weights_at: Index) -> list[SSAValue]:
        """Return the sums of all products, by pixel and vector."""
        element = attribute_of(self.record.types.accumulator)
        zero = b.constant(0, vector_type(element, self.rows * self.lanes))
        sums: Sequence[SSAValue] = [zero] * (len(self.firsts) * self.vectors)

        def step(s: Index, *inner: SSAValue) -> Sequence[SSAValue]:
            return self._add(b, inner, at, weights_at, s)

        # LLVM converts sums to vectors where they are computed: only the last ones are needed.
        sums = b.loop(0, self.steps - 1, 1, step, sums)
        sums = self._add(b, sums, at, weights_at, self.steps - 1)
        return [self._row(b, sums, m, n) for m in range(self.pixels) for n in range(self.vectors)]

    def _row(self, b: LoopBuilder, sums: Sequence[SSAValue], pixel: int, vector: int) -> SSAValue:
        """Return the sums of a pixel."""
        matrix = sums[pixel // self.rows * self.vectors + vector]
        first = pixel % self.rows * self.lanes
        return b.shuffle(matrix, matrix, range(first, first + self.lanes))

    def _add(
        self, b: LoopBuilder, sums: Sequence[SSAValue], at: Index, weights_at: Index, step: Index
    ) -> list[SSAValue]:
        """Add the products of a step."""
        k = self.record.steps
        x_at = b.add(at, b.mul(step, self.row))
        w_at = b.add(weights_at, b.mul(step, self.vectors * self.lanes * k))
        weights = [
            b.load_stored(self.weights, w_at, n * self.lanes * k, self.lanes * k)
            for n in range(self.vectors)
        ]
        results = list(sums)
        for i, first in enumerate(self.firsts):
            inputs = b.load_stored(self.buffer, x_at, first * k, self.rows * k)
            for n, vector in enumerate(weights):
                at_sum = i * self.vectors + n
                results[at_sum] = b.dot(self.product, inputs, vector, results[at_sum])
        return results
