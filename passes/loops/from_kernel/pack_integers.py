"""Lower the packing of matrices as integers at run time."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith
from xdsl.dialects.builtin import f32, i32
from xdsl.ir import SSAValue

from ....dialects.constraints import int_list
from ....dialects.element_types import vector_type
from ....dialects.int8_rounding import LARGEST_INT8, SMALLEST_SCALED
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.block_words import BYTES
from ....dialects.kernel.matmul import panel_elements
from ....dialects.kernel.pack_integers import WORDS, PackIntegersOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import integer_op
from ..emit.building.transpose import transpose
from ..emit.int8.rounding import to_int8_lanes
from . import loops

OFFSETS = 0x80808080 - (1 << 32)
"""The offset of each byte of a word, as a signed i32."""


@loops.register(PackIntegersOp)
def pack_integers(b: LoopBuilder, op: PackIntegersOp, target: Target) -> None:
    """Pack panels in parallel, those of all matrices one after the other."""
    panels = IntegerPanels(b, op)
    batch, rows, _ = int_list(op.extents)
    whole, rest = divmod(rows, panels.width)
    if whole:
        b.parallel(
            batch * whole, lambda i: panels.panel(b.div(i, whole), b.rem(i, whole), panels.width)
        )
    if rest:
        b.parallel(batch, lambda i: panels.panel(i, whole, rest))


class IntegerPanels:
    """The loops over the vectors of a panel."""

    def __init__(self, b: LoopBuilder, op: PackIntegersOp):
        self.b, (self.x, self.largest), (self.words, self.factors) = b, op.inputs, op.outputs
        (_, self.rows, self.columns), self.strides = int_list(op.extents), int_list(op.strides)
        self.lanes = op.lanes.value.data
        self.width = self.lanes * op.vectors.value.data
        self.is_signed = op.offset.value.data == 0
        self.floats = vector_type(f32, self.lanes)

    def panel(self, batch: Index, i: Index, rows: int) -> None:
        """Pack `rows` rows of a matrix, panel i."""
        b, lanes = self.b, self.lanes
        width, first = -(-rows // lanes) * lanes, b.mul(i, self.width)
        scale = self.scale(batch)
        factor = b.divf(b.constant(1.0, self.floats), scale)
        one_row = panel_elements(self.rows, 1, lanes)
        factors_at = b.linear((batch, one_row), (first, 1))
        count = WORDS.count(self.columns)
        to = b.linear((batch, count * one_row), (first, count))
        for row in range(0, width, lanes):
            b.store(factor, self.factors, factors_at, row)
            at = b.linear((batch, self.strides[0]), (b.add(first, row), self.strides[1]))
            self.vector(at, b.add(to, row), min(rows - row, lanes), width, scale)

    def scale(self, batch: Index) -> SSAValue:
        """Return the steps of a matrix for 1, in all lanes."""
        b = self.b
        place = batch if buffer_shape(self.largest) != (1,) else 0
        largest = b.broadcast(self.largest, place, 0, self.lanes)
        largest = b.maxf(b.constant(SMALLEST_SCALED, self.floats), largest)
        return b.divf(b.constant(LARGEST_INT8, self.floats), largest)

    def vector(self, at: Index, to: Index, rows: int, width: int, scale: SSAValue) -> None:
        """Pack the rows of a vector, from `at` on, at `to` and from there on `width` apart."""
        b, (_, row, column) = self.b, self.strides
        together = BYTES if row == 1 else self.lanes

        def some(k: Index, count: int) -> None:
            if row == 1:
                places = [b.add(at, b.mul(b.add(k, j), column)) for j in range(count)]
                values = [b.load(self.x, place, 0, self.lanes, rows) for place in places]
            else:
                place = b.add(at, k)
                loaded = [b.load(self.x, place, n * row, self.lanes, count) for n in range(rows)]
                zeros = [b.constant(0.0, self.floats)] * (self.lanes - rows)
                values = transpose(b, [*loaded, *zeros])[:count]
            steps = [to_int8_lanes(b, b.mulf(value, scale)) for value in values]
            place = b.add(to, b.mul(b.div(k, BYTES), width))
            for j in range(0, count, BYTES):
                b.store(self.word(steps[j : j + BYTES]), self.words, place, j // BYTES * width)

        b.for_vectors(self.columns, together, some)

    def word(self, steps: Sequence[SSAValue]) -> SSAValue:
        """Return the integers of up to four neighbouring columns as bytes."""
        b, integers = self.b, vector_type(i32, self.lanes)
        word = offsets = b.constant(OFFSETS, integers)
        for place, step in enumerate(steps):
            distance = b.constant(8 * place, integers)
            moved = integer_op(b, arith.ShLIOp, step, distance) if place else step
            word = integer_op(b, arith.AddiOp, word, moved)
        return integer_op(b, arith.XOrIOp, word, offsets) if self.is_signed else word
