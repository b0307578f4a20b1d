"""Keep the places of outputs of a tile that spans rows with gaps between them."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from xdsl.dialects import arith
from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from .....dialects.element_types import element_of, vector_type
from .....dialects.kernel.convolution import (
    PLACES_TOGETHER,
    ConvolutionKernelOp,
    place_elements,
    tiled_buffer_shape,
)
from ..building.builder import Index, LoopBuilder
from ..building.conversions import as_index, bitcast, index_as, integer_op
from ..building.lane_masks import lane_numbers


@dataclass(frozen=True)
class TilePlaces:
    """
    Hold the place of the output of each position of a tile, relative to the first one of a block of
    channels.

    Places are numbers of i64 in the workspace, behind the gathered inputs. The length of rows is
    dynamic; without this table each place would take a division.
    """

    b: LoopBuilder
    memory: SSAValue
    start: int
    size: int
    """The number of elements of the workspace that hold a number."""

    @classmethod
    def of(cls, b: LoopBuilder, op: ConvolutionKernelOp) -> TilePlaces | None:
        """Return the places of a kernel's outputs; None if neighbouring positions are adjacent."""
        size = place_elements(op)
        if not size:
            return None
        assert op.workspace is not None
        return cls(b, op.workspace, prod(tiled_buffer_shape(op)), size)

    def set(self, first: Index, end: Index, at: Index, step: int) -> None:
        """
        Set the places of positions [first, end), `step` apart, number i at `at + i * step`. Some of
        the following ones are overwritten: they must be set afterwards.
        """
        b, together = self.b, PLACES_TOGETHER
        numbers = vector_type(i64, together)
        apart = integer_op(b, arith.MuliOp, lane_numbers(b, numbers), b.constant(step, numbers))
        stored = vector_type(element_of(self.memory.type), together * self.size)

        def positions(i: Index) -> None:
            number = index_as(b, b.add(at, b.mul(i, step)), i64)
            places = integer_op(b, arith.AddiOp, b.splat(number, together), apart)
            b.store(bitcast(b, places, stored), self.memory, b.mul(i, self.size), self.start)

        b.loop(first, end, together, positions)

    def of_positions(self, position: Index, count: int) -> list[Index]:
        """Return the places of `count` positions from one on."""
        at = self.b.mul(position, self.size)
        return [self._get(at, self.start + m * self.size) for m in range(count)]

    def _get(self, at: Index, offset: int) -> Index:
        stored = self.b.load_stored(self.memory, at, offset, self.size)
        return as_index(self.b, bitcast(self.b, stored, i64))
