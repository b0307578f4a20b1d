"""Multiply int8 by instructions for small matrices, with gathered inputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

from xdsl.ir import SSAValue

from ..building.builder import Index, LoopBuilder
from ..building.prefetching import prefetch_pages_ahead
from ..conv.block_sums import ROWS, BlockSums
from .products import WeightVectors


@dataclass(frozen=True)
class Int8Matrices:
    """
    The products of a register tile with a buffer `[tap][c/k][positions][k]` and its weights,
    `[tap][c/k][NR][lanes][k]`: a step takes k channels of two positions as they lie there.
    """

    matrices: BlockSums
    buffer: SSAValue
    weights: SSAValue
    row: int
    """The distance of neighbouring blocks of k channels in the buffer."""
    steps: int
    """The number of steps of all taps."""
    pages_ahead: bool

    @property
    def k(self) -> int:
        """Return the channels of a step."""
        return self.matrices.product.product.steps

    def sums(
        self, b: LoopBuilder, starts: Sequence[SSAValue], at: Index, weights_at: Index
    ) -> list[SSAValue]:
        """Return the starts plus the products of all taps."""
        matrices, k = self.matrices, self.k
        together = gcd(self.steps, max(b.target.loops.channels_together // k, 1))
        size = matrices.vectors * matrices.lanes * k

        def steps(i: Index, *sums: SSAValue) -> Sequence[SSAValue]:
            x_at, w_at = b.add(at, b.mul(i, self.row)), b.add(weights_at, b.mul(i, size))
            place = self.weights, w_at, matrices.vectors, matrices.lanes, matrices.product
            weights = WeightVectors(*place, self.pages_ahead)
            for step in range(together):
                sums = tuple(self._add(b, sums, x_at, weights, step))
            return sums

        found = b.loop(0, self.steps, together, steps, matrices.of_rows(b, starts))
        return matrices.rows_of(b, found)

    def _add(
        self,
        b: LoopBuilder,
        sums: Sequence[SSAValue],
        x_at: Index,
        weights: WeightVectors,
        step: int,
    ) -> list[SSAValue]:
        """Add the products of one of the steps that begin at such places."""
        matrices, offset = self.matrices, step * weights.step_size
        loaded = [weights.load(b, weights.at, offset, n) for n in range(matrices.vectors)]
        if self.pages_ahead:
            prefetch_pages_ahead(b, self.weights, weights.at, offset, weights.step_size)
        inputs = (self._pair(b, x_at, step * self.row, pixel) for pixel in matrices.pairs)
        return matrices.add(b, sums, inputs, loaded)

    def _pair(self, b: LoopBuilder, x_at: Index, offset: int, pixel: int) -> SSAValue:
        """Return the k channels of each of two pixels, or twice of the last one."""
        k, at = self.k, offset + pixel * self.k
        if self.matrices.second(pixel) != pixel:
            return b.load(self.buffer, x_at, at, ROWS * k)
        last = b.load(self.buffer, x_at, at, k)
        return b.shuffle(last, last, [*range(k), *range(k)])
