"""Copies with the axes in another order: blocks of vectors are transposed in registers."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from .builder import Index, LoopBuilder
from .loop_nest import PARALLEL_ELEMENTS, Access, Nest, emit_nest, vector_length
from .transpose import transpose

FEWEST_LANES = 4
Starts = tuple[Index, Index]
"""Where the part of the input and that of the output begin."""


def emit_copy(b: LoopBuilder, nest: Nest, lanes: int) -> None:
    """Append the loops that copy the one input of the nest to the output."""
    nest = nest.simplified()
    row, column = contiguous_loop(nest.output), contiguous_loop(nest.inputs[0])
    if row is None or column is None or row == column:
        emit_nest(b, nest, lanes, lambda values: values[0])
        return
    _TransposedCopy(b, nest, lanes, row, column).run()


def contiguous_loop(access: Access) -> int | None:
    """The loop along which an operand is contiguous."""
    return next((d for d, s in reversed(list(enumerate(access.strides))) if s == 1), None)


class _TransposedCopy:
    """
    A copy that is contiguous along loop `row` in the output, along loop `column` in the input.

    `lanes` vectors along `column` are loaded, transposed, and stored along `row`.
    """

    def __init__(self, b: LoopBuilder, nest: Nest, lanes: int, row: int, column: int):
        self.b, self.nest, self.row, self.column = b, nest, row, column
        self.source, self.output = nest.accesses
        shorter = min(nest.extents[row], nest.extents[column])
        self.lanes = max(vector_length(shorter, lanes), FEWEST_LANES)
        self.outer = [d for d in range(len(nest.extents)) if d not in (row, column)]

    def run(self) -> None:
        """Append all loops, the outermost in parallel if there is enough to do."""
        b, outer = self.b, self.outer
        big = prod(self.nest.extents) >= PARALLEL_ELEMENTS
        if not outer:
            self.plane((0, 0), big)
        elif big:
            extent = self.nest.extents[outer[0]]
            b.parallel(extent, lambda i: self.level(self.advance((0, 0), outer[0], i), 1))
        else:
            self.level((0, 0), 0)

    def level(self, starts: Starts, position: int) -> None:
        """The loops that are transposed by none, from `outer[position]` on."""
        if position == len(self.outer):
            self.plane(starts, False)
            return
        d = self.outer[position]

        def body(i: Index) -> None:
            self.level(self.advance(starts, d, i), position + 1)

        self.b.loop(0, self.nest.extents[d], 1, body)

    def plane(self, starts: Starts, parallel: bool) -> None:
        """All blocks of the loops `row` and `column`."""
        rows, columns = self.nest.extents[self.row], self.nest.extents[self.column]

        def row_of_blocks(i: Index, height: int) -> None:
            at = self.advance(starts, self.row, i)

            def block(j: Index, width: int) -> None:
                self.block(self.advance(at, self.column, j), height, width)

            self.blocks(columns, block, False)

        self.blocks(rows, row_of_blocks, parallel)

    def blocks(self, extent: int, body: Callable[[Index, int], None], parallel: bool) -> None:
        """Whole blocks along one loop, then the part of one that is left."""
        b, lanes = self.b, self.lanes
        whole = extent // lanes
        if parallel and whole > 1:
            b.parallel(whole, lambda i: body(b.mul(i, lanes), lanes))
        else:
            b.loop(0, whole * lanes, lanes, lambda i: body(i, lanes))
        if extent % lanes:
            body(whole * lanes, extent % lanes)

    def block(self, starts: Starts, height: int, width: int) -> None:
        """A block of `height` indices of `row` and `width` of `column`."""
        b, source, output = self.b, self.source, self.output
        vectors = []
        for r in range(height):
            at = source.offset + r * source.strides[self.row]
            vectors.append(b.load(source.memref, starts[0], at, self.lanes, width))
        vectors += [b.constant(0.0, vectors[0].type)] * (self.lanes - height)
        for c, vector in enumerate(transpose(b, vectors)[:width]):
            at = output.offset + c * output.strides[self.column]
            b.store(vector, output.memref, starts[1], at, height)

    def advance(self, starts: Starts, d: int, i: Index) -> Starts:
        """The starts for index i of loop d."""
        b = self.b
        return (
            b.add(starts[0], b.mul(i, self.source.strides[d])),
            b.add(starts[1], b.mul(i, self.output.strides[d])),
        )
