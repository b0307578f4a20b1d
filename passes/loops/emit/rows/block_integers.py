"""Integers of few bits as instructions multiply them: from their words, or from a panel."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from xdsl.dialects import arith
from xdsl.dialects.builtin import i16, i32
from xdsl.ir import SSAValue

from .....dialects.constraints import int_list
from .....dialects.element_types import element_of, vector_type
from .....dialects.kernel.block_matmul import BlockMatmulOp
from .....dialects.kernel.block_words import BYTES
from .....dialects.target.elements import attribute_of
from ..building.builder import Index, LoopBuilder
from ..building.conversions import bitcast
from ..building.prefetching import prefetch_pages_ahead
from .byte_words import ByteWords

EVEN_BYTES = 0x00FF00FF

StepOperands = tuple[int, list[SSAValue]]
"""A column of a step, and what an instruction multiplies from there on, by vector."""


class Integers(ABC):
    """The numbers of groups of vectors, some neighbouring columns a step."""

    columns: int
    """Columns of a step."""
    pages_ahead = False
    """True if words and factors two pages ahead are prefetched."""

    def __init__(self, b: LoopBuilder, op: BlockMatmulOp):
        self.b, self.lanes = b, op.lanes.value.data
        self.k, self.size = op.together, op.operand_words
        element = attribute_of(op.product.product.types.input)
        self.type = vector_type(element, self.k * self.lanes)
        self.depth = int_list(op.extents)[3]

    @abstractmethod
    def place(self, group: Index, vectors: int, step: Index) -> Index:
        """Return where the words of a step of a group of vectors lie."""

    @abstractmethod
    def operands(self, vectors: int, at: Index, step: int) -> Iterator[StepOperands]:
        """Yield the operands of a step, an offset from `at`."""

    def multiplied(self, word: SSAValue) -> SSAValue:
        """Return a vector of i32 as the numbers that an instruction multiplies."""
        return bitcast(self.b, word, self.type)


class StoredIntegers(Integers):
    """The words of a matrix as they are stored, from a place on: taken apart in registers."""

    def __init__(self, b: LoopBuilder, op: BlockMatmulOp, begin: Index, *, pages_ahead: bool):
        super().__init__(b, op)
        self.begin, self.pages_ahead = begin, pages_ahead
        self.memory, self.words = op.inputs[3], op.words
        self.columns = op.words.columns
        self.bytes = ByteWords(b, op.bits.value.data, self.lanes)

    def place(self, group: Index, vectors: int, step: Index) -> Index:
        row = self.words.words * self.lanes
        of_group = self.words.steps(self.depth) * row
        return self.b.linear((self.begin, 1), (group, of_group), (step, vectors * row))

    def operands(self, vectors: int, at: Index, step: int) -> Iterator[StepOperands]:
        size = self.words.words * vectors * self.lanes
        if self.pages_ahead:
            prefetch_pages_ahead(self.b, self.memory, at, step * size, size)
        for column, words in self.apart(vectors, at, step * size):
            yield column, [self.multiplied(word) for word in words]

    def apart(self, vectors: int, at: Index, offset: int) -> Iterator[StepOperands]:
        """Yield the same as vectors of i32."""
        b, lanes = self.b, self.lanes
        words = [
            [
                b.load_stored(self.memory, at, offset + (n * vectors + v) * lanes, lanes)
                for n in range(self.words.words)
            ]
            for v in range(vectors)
        ]
        for place in range(self.columns // BYTES):
            fours = [self.bytes.four(of_vector, place) for of_vector in words]
            for half in range(BYTES // self.k):
                yield BYTES * place + half * self.k, [self.part(four, half) for four in fours]

    def part(self, four: SSAValue, half: int) -> SSAValue:
        """
        Return the bytes of four columns, or of a pair of them, or those of every other one as i16.
        """
        if self.k == BYTES:
            return four
        if element_of(self.type) != i16:
            pairs = bitcast(self.b, four, vector_type(i16, 2 * self.lanes))
            some = self.b.shuffle(pairs, pairs, range(half, 2 * self.lanes, 2))
            return bitcast(self.b, some, vector_type(i32, self.size))
        odd = self.bytes.with_constant(arith.ShRUIOp, four, 8) if half else four
        return self.bytes.with_constant(arith.AndIOp, odd, EVEN_BYTES)

    def take_apart(self, group: Index, vectors: int, panel: SSAValue) -> None:
        """Write what is multiplied of a group to a panel: `[columns/k][vectors][lanes]`."""

        def step(j: Index) -> None:
            at = self.place(group, vectors, j)
            to = self.b.mul(j, self.columns // self.k * vectors * self.size)
            for column, words in self.apart(vectors, at, 0):
                for v, word in enumerate(words):
                    offset = (column // self.k * vectors + v) * self.size
                    self.b.store(word, panel, to, offset)

        self.b.loop(0, self.words.steps(self.depth), 1, step)


class PanelOfIntegers(Integers):
    """Words that were taken apart, in a panel of the group at hand."""

    columns = BYTES

    def __init__(self, b: LoopBuilder, op: BlockMatmulOp, panel: SSAValue):
        super().__init__(b, op)
        self.panel = panel

    def place(self, group: Index, vectors: int, step: Index) -> Index:
        return self.b.mul(step, self.columns // self.k * vectors * self.size)

    def operands(self, vectors: int, at: Index, step: int) -> Iterator[StepOperands]:
        for column in range(0, self.columns, self.k):
            first = (step * self.columns + column) // self.k * vectors
            offsets = [(first + v) * self.size for v in range(vectors)]
            words = [self.b.load_stored(self.panel, at, o, self.size) for o in offsets]
            yield column, [self.multiplied(word) for word in words]
