"""Products of int8 by instructions that multiply small matrices, of gathered inputs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.ir import SSAValue

from ..building.builder import Index, LoopBuilder
from ..conv.block_sums import ROWS, BlockSums
from .products import WeightVectors

LOADED = 4
"""Pixels that are loaded together: two pairs, which an instruction each takes apart."""


@dataclass(frozen=True)
class Int8Matrices:
    """
    The products of a register tile with a buffer `[tap][c/p][positions][p]` and its weights,
    `[tap][c/k][NR][lanes][k]`: a step takes k channels, which may be those of two blocks.
    """

    matrices: BlockSums
    buffer: SSAValue
    weights: SSAValue
    pack: int
    row: int
    """From a block of channels in the buffer to the next."""
    blocks: int
    """Blocks of channels of a tap."""
    taps: int
    pages_ahead: bool

    @property
    def k(self) -> int:
        """Channels of a step."""
        return self.matrices.product.product.steps

    @property
    def together(self) -> int:
        """Blocks of a step."""
        return self.k // self.pack

    @property
    def step_size(self) -> int:
        """Weights of a step."""
        return self.matrices.vectors * self.matrices.lanes * self.k

    def sums(
        self, b: LoopBuilder, starts: Sequence[SSAValue], at: Index, weights_at: Index
    ) -> list[SSAValue]:
        """Return the starts plus the products of all taps, whose last step may have one block."""
        whole, rest = divmod(self.blocks, self.together)
        x_size, w_size = self.blocks * self.row, (whole + bool(rest)) * self.step_size

        def tap(i: Index, *sums: SSAValue) -> Sequence[SSAValue]:
            x_at, w_at = b.add(at, b.mul(i, x_size)), b.add(weights_at, b.mul(i, w_size))

            def step(s: Index, *inner: SSAValue) -> Sequence[SSAValue]:
                place = b.add(x_at, b.mul(s, self.together * self.row))
                return self._add(b, inner, place, b.add(w_at, b.mul(s, self.step_size)))

            sums = tuple(b.loop(0, whole, 1, step, sums))
            if not rest:
                return sums
            place = b.add(x_at, whole * self.together * self.row)
            # The weights of a missing block are 0: any numbers take its place.
            return self._add(b, sums, place, b.add(w_at, whole * self.step_size), apart=0)

        found = b.loop(0, self.taps, 1, tap, self.matrices.of_rows(b, starts))
        return self.matrices.rows_of(b, found)

    def _add(
        self,
        b: LoopBuilder,
        sums: Sequence[SSAValue],
        x_at: Index,
        w_at: Index,
        apart: int | None = None,
    ) -> list[SSAValue]:
        """Add the products of a step, whose blocks are so far apart: by default neighbours."""
        apart, matrices = self.row if apart is None else apart, self.matrices
        place = self.weights, w_at, matrices.vectors, matrices.lanes, matrices.product
        weights = WeightVectors(*place, self.pages_ahead)
        loaded = [weights.load(b, w_at, 0, n) for n in range(matrices.vectors)]
        firsts = range(0, matrices.pixels, LOADED)
        inputs = (pair for first in firsts for pair in self._pairs(b, x_at, first, apart))
        return matrices.add(b, sums, inputs, loaded)

    def _pairs(self, b: LoopBuilder, x_at: Index, pixel: int, apart: int) -> Iterator[SSAValue]:
        """
        Yield the k channels of each of two pixels, or twice of the last one, of four that are
        loaded together, or of those that are left.
        """
        pack, left = self.pack, self.matrices.pixels - pixel
        pixels = LOADED if left >= LOADED else min(left, ROWS)
        size = pixels * pack
        first, last = (
            b.load(self.buffer, x_at, block * apart + pixel * pack, size)
            for block in (0, self.together - 1)
        )
        for above in range(0, pixels, ROWS):
            rows = (min(above + row, pixels - 1) for row in range(ROWS))
            lanes = [
                block * size + row * pack + lane
                for row in rows
                for block in range(self.together)
                for lane in range(pack)
            ]
            yield b.shuffle(first, last, lanes)
        if pixels < left < LOADED:
            yield from self._pairs(b, x_at, pixel + pixels, apart)
