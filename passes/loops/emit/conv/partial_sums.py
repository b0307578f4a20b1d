"""Compute sums in parts: neighbouring lanes sum neighbouring channels, then are added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import SSAValue

from .....dialects.constraints import int_list
from .....dialects.element_types import lanes_of
from .....dialects.kernel.convolution import ConvolutionKernelOp
from ..building.builder import Index, LoopBuilder
from .tile_store import Epilogue, TileAccumulators, TileDestination, store_tile


@dataclass(frozen=True)
class PartialSums:
    """Describe vectors of sums, each in a number of parts; 1 part is the whole sum."""

    outputs: int
    parts: int

    @classmethod
    def of(cls, op: ConvolutionKernelOp) -> PartialSums:
        """Return the partial sums of a direct convolution."""
        if op.partial_sums is None:
            return cls(op.extents(op.outputs[0]).lanes, 1)
        return cls(*int_list(op.partial_sums))

    @property
    def lanes(self) -> int:
        """Return the lanes of a vector of sums."""
        return self.outputs * self.parts

    def block(self, b: LoopBuilder, vector: Index, lanes: int) -> Index:
        """Return the block of `lanes` output channels that begins with a vector of sums."""
        return vector if self.parts == 1 else b.div(b.mul(vector, self.outputs), lanes)

    def joined(self, b: LoopBuilder, tile: TileAccumulators) -> TileAccumulators:
        """
        Return the tile of vectors of outputs, of which the last may have fewer lanes:

            [a0 a0' a1 a1' ...], [b0 b0' b1 b1' ...] -> [a0+a0' a1+a1' ... b0+b0' b1+b1' ...]
        """
        parts = self.parts
        while parts > 1:
            tile = [_added_neighbours(b, row) for row in tile]
            parts //= 2
        return tile

    def store(
        self, b: LoopBuilder, tile: TileAccumulators, epilogue: Epilogue, to: TileDestination
    ) -> None:
        """
        Store the sums of a tile. Where the outputs of a pixel are one block, as many neighbouring
        pixels as there are parts form a vector, as if they were outputs.
        """
        is_block = self.outputs == to.lanes and len(tile[0]) == 1 and to.step == 1
        whole = len(tile) - len(tile) % self.parts if is_block and self.parts > 1 else 0
        if whole:
            pixels = [row[0] for row in tile[:whole]]
            together = [pixels[m : m + self.parts] for m in range(0, whole, self.parts)]
            store_tile(b, self.joined(b, together), epilogue, to.of_pixels(self.parts))
        if whole < len(tile):
            store_tile(b, self.joined(b, tile[whole:]), epilogue, to.after(b, whole))


def _added_neighbours(b: LoopBuilder, row: Sequence[SSAValue]) -> list[SSAValue]:
    """Add neighbouring lanes, of two vectors at a time."""
    results: list[SSAValue] = []
    for i in range(0, len(row), 2):
        first, *others = row[i : i + 2]
        width = lanes_of(first.type)
        if not others:
            # Horizontal additions, which LLVM would find in halves, reach few of the registers.
            swapped = b.shuffle(first, first, [lane ^ 1 for lane in range(width)])
            total = b.addf(first, swapped)
            results.append(b.shuffle(total, total, range(0, width, 2)))
            continue
        second = b.resized(others[0], width)
        even, odd = (b.shuffle(first, second, range(at, 2 * width, 2)) for at in (0, 1))
        results.append(b.addf(even, odd))
    return results
