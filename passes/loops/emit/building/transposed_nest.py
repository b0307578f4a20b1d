"""
Emit loop nests that read one input along another loop, by transposing blocks of it in registers.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from xdsl.ir import SSAValue

from ....common.target import vector_length
from .builder import Index, LoopBuilder
from .loop_nest import (
    VECTOR_STRIDES,
    AffineAccess,
    Nest,
    PointBody,
    emit_nest,
    load_vector,
)
from .transpose import MOST_ROWS, transpose

FEWEST_LANES = 4
Starts = list[Index]
"""The starts of the parts of the operands."""


def emit_elementwise(b: LoopBuilder, nest: Nest, lanes: int, body: PointBody) -> None:
    """Emit the nest along the output, transposing blocks of the input across it."""
    nest = nest.simplified(b)
    row = contiguous_loop(nest.output)
    across: list[int] = []
    if row is not None:
        across = [k for k, a in enumerate(nest.inputs) if a.strides[row] not in VECTOR_STRIDES]
    column = contiguous_loop(nest.inputs[across[0]]) if len(across) == 1 else None
    if row is None or column is None:
        emit_nest(b, nest, lanes, body)
        return
    _TransposedNest(b, nest, lanes, body, (row, column, across[0])).run()


def contiguous_loop(access: AffineAccess) -> int | None:
    """Return the loop along which an operand is contiguous."""
    return next((d for d, s in reversed(list(enumerate(access.strides))) if s == 1), None)


class _TransposedNest:
    """
    Emit a nest whose output is contiguous along loop `row`, and input `across` along loop `column`.

    `lanes` vectors along `column` are loaded and transposed; the body works on vectors along `row`.
    """

    def __init__(
        self, b: LoopBuilder, nest: Nest, lanes: int, body: PointBody, roles: tuple[int, int, int]
    ):
        self.b, self.nest, self.body = b, nest, body
        self.row, self.column, self.across = roles
        shorter = min(nest.extents[self.row], nest.extents[self.column])
        self.lanes = max(vector_length(shorter, min(lanes, MOST_ROWS)), FEWEST_LANES)
        self.outer = [d for d in range(len(nest.extents)) if d not in (self.row, self.column)]

    def run(self) -> None:
        """Append all loops, the outermost in parallel if there is enough work."""
        b, outer = self.b, self.outer
        big = prod(self.nest.extents) >= b.target.loops.shared_elements
        starts: Starts = [0] * len(self.nest.accesses)
        if not outer:
            self.plane(starts, big)
        elif big:
            end = self.nest.ends[outer[0]]
            b.parallel(end, lambda i: self.level(self.nest.advance(self.b, starts, outer[0], i), 1))
        else:
            self.level(starts, 0)

    def level(self, starts: Starts, position: int) -> None:
        """Emit the loops that are not transposed, from `outer[position]` on."""
        if position == len(self.outer):
            self.plane(starts, False)
            return
        d = self.outer[position]

        def body(i: Index) -> None:
            self.level(self.nest.advance(self.b, starts, d, i), position + 1)

        self.b.loop(0, self.nest.ends[d], 1, body)

    def plane(self, starts: Starts, parallel: bool) -> None:
        """Emit all blocks of the loops `row` and `column`."""

        def row_of_blocks(i: Index, height: int) -> None:
            at = self.nest.advance(self.b, starts, self.row, i)

            def block(j: Index, width: int) -> None:
                self.block(self.nest.advance(self.b, at, self.column, j), height, width)

            self.blocks(self.column, block, False)

        self.blocks(self.row, row_of_blocks, parallel)

    def blocks(self, d: int, body: Callable[[Index, int], None], parallel: bool) -> None:
        """Visit whole blocks along one loop, then the partial last one."""
        b, lanes, extent, end = self.b, self.lanes, self.nest.extents[d], self.nest.ends[d]
        if not parallel or extent < 2 * lanes:
            b.for_vectors(extent, lanes, body, end)
            return
        blocks = b.div_up(b.whole_vectors(extent, lanes, end), lanes)
        b.parallel(blocks, lambda i: body(b.mul(i, lanes), lanes))
        whole = extent // lanes * lanes
        if whole < extent:
            b.when_reached(whole, end, lambda: body(whole, extent - whole))

    def block(self, starts: Starts, height: int, width: int) -> None:
        """Emit a block of `height` indices of `row` and `width` of `column`."""
        b, output = self.b, self.nest.output
        columns = self.transposed_block(starts, height, width)
        others = [k for k in range(len(self.nest.inputs)) if k != self.across]
        moving = [k for k in others if self.nest.inputs[k].strides[self.column]]
        values = {k: self.load(k, starts, 0, height) for k in others if k not in moving}
        for c, vector in enumerate(columns):
            values[self.across] = vector
            values |= {k: self.load(k, starts, c, height) for k in moving}
            result = self.body([values[k] for k in range(len(self.nest.inputs))])
            at = output.offset + c * output.strides[self.column]
            b.store(result, output.memref, starts[-1], at, height)

    def transposed_block(self, starts: Starts, height: int, width: int) -> list[SSAValue]:
        """Return `width` vectors along `row` of the input that is contiguous along `column`."""
        b, source = self.b, self.nest.inputs[self.across]
        vectors: list[SSAValue] = []
        for r in range(height):
            at = source.offset + r * source.strides[self.row]
            vectors.append(b.load(source.memref, starts[self.across], at, self.lanes, width))
        vectors += [b.constant(0, vectors[0].type)] * (self.lanes - height)
        return transpose(b, vectors)[:width]

    def load(self, k: int, starts: Starts, c: int, height: int) -> SSAValue:
        """
        Load a vector of input k along `row`, or one value for all of it, at index c of `column`.
        """
        access = self.nest.inputs[k]
        at = access.offset + c * access.strides[self.column]
        stride = access.strides[self.row]
        return load_vector(self.b, access.memref, (starts[k], at), stride, self.lanes, height)
