"""The places of outputs of a tile that goes over rows, which are shorter than they lie apart."""

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
    For each position of a tile the place of its output, from the first one of a block of channels
    on: numbers of i64 in the workspace, behind what is gathered.

    The length of rows is dynamic. The place of a position would else take a division.
    """

    b: LoopBuilder
    memory: SSAValue
    start: int
    size: int
    """Elements of the workspace that hold a number."""

    @classmethod
    def of(cls, b: LoopBuilder, op: ConvolutionKernelOp) -> TilePlaces | None:
        """The places of a kernel's outputs; None if neighbouring positions lie side by side."""
        size = place_elements(op)
        if not size:
            return None
        assert op.workspace is not None
        return cls(b, op.workspace, prod(tiled_buffer_shape(op)), size)

    def set(self, first: Index, end: Index, at: Index, step: int) -> None:
        """
        Positions [first, end) lie `step` apart, number i at `at + i * step`. Of the following ones
        some are set, too: they must be set after these.
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
        """The places of `count` positions from one on."""
        at = self.b.mul(position, self.size)
        return [self._get(at, self.start + m * self.size) for m in range(count)]

    def _get(self, at: Index, offset: int) -> Index:
        stored = self.b.load_stored(self.memory, at, offset, self.size)
        return as_index(self.b, bitcast(self.b, stored, i64))
