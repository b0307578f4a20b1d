"""
Hold the sums of a register tile as small matrices, for instructions that multiply such matrices.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from xdsl.ir import SSAValue

from .....dialects.element_types import lanes_of
from .....dialects.target.attributes import ProductAttr
from ..building.builder import LoopBuilder

ROWS = 2
"""Rows of the matrices; pixels of a register tile that an instruction takes together."""


@dataclass(frozen=True)
class BlockSums:
    """
    Sums of `pixels` pixels by `vectors` vectors of `lanes` output channels, as matrices of two
    pixels and a few channels.

    Of an odd number of pixels the last one is multiplied twice.
    """

    product: ProductAttr
    pixels: int
    vectors: int
    lanes: int

    @property
    def pairs(self) -> range:
        """Return the first pixels of all pairs."""
        return range(0, self.pixels, ROWS)

    @property
    def columns(self) -> int:
        """Return the output channels of a matrix."""
        return self.product.product.accumulation.columns

    def second(self, pixel: int) -> int:
        """Return the other pixel of a pair."""
        return min(pixel + 1, self.pixels - 1)

    def firsts(self) -> Iterator[tuple[int, int, int]]:
        """Yield pixel, vector and first lane of all matrices, in order."""
        for pixel in self.pairs:
            for vector in range(self.vectors):
                for first in range(0, self.lanes, self.columns):
                    yield pixel, vector, first

    def of_rows(self, b: LoopBuilder, rows: Sequence[SSAValue]) -> list[SSAValue]:
        """Return the matrices of sums by pixel and vector."""

        def matrix(pixel: int, vector: int, first: int) -> SSAValue:
            above, below = (rows[m * self.vectors + vector] for m in (pixel, self.second(pixel)))
            lanes = list(range(first, first + self.columns))
            return b.shuffle(above, below, [*lanes, *(self.lanes + lane for lane in lanes)])

        return [matrix(*one) for one in self.firsts()]

    def rows_of(self, b: LoopBuilder, matrices: Sequence[SSAValue]) -> list[SSAValue]:
        """Return the sums by pixel and vector of matrices."""
        parts, size = self.lanes // self.columns, ROWS * self.columns

        def row(pixel: int, vector: int) -> SSAValue:
            at = (pixel // ROWS * self.vectors + vector) * parts
            first, start = matrices[at], pixel % ROWS * self.columns
            lanes = list(range(start, start + self.columns))
            return b.shuffle(first, matrices[at + 1], [*lanes, *(size + lane for lane in lanes)])

        return [row(pixel, v) for pixel in range(self.pixels) for v in range(self.vectors)]

    def add(
        self,
        b: LoopBuilder,
        matrices: Sequence[SSAValue],
        inputs: Iterable[SSAValue],
        weights: Sequence[SSAValue],
    ) -> list[SSAValue]:
        """
        Add the products of a step: inputs of pairs, and a vector of weights for each of sums.

        An input whose code is emitted when it is asked for needs its register for few instructions.
        """
        steps = self.product.product.steps
        size = self.columns * steps
        parts = [
            b.shuffle(vector, vector, range(at, at + size))
            for vector in weights
            for at in range(0, lanes_of(vector.type), size)
        ]
        return [
            b.dot(self.product, value, part, matrices[i * len(parts) + j])
            for i, value in enumerate(inputs)
            for j, part in enumerate(parts)
        ]
