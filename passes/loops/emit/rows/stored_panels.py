"""The panels of a matrix that is stored in few bits: where its words and factors lie."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.ir import SSAValue

from .....dialects.constraints import int_list
from .....dialects.kernel.widening_matmul import WideningMatmulOp
from ..building.builder import Index, LoopBuilder
from .block_bytes import ByteFloats, SignedBytes
from .codebook import CodebookFloats

StoredForm = ByteFloats | SignedBytes | CodebookFloats


def form_of(b: LoopBuilder, op: WideningMatmulOp) -> StoredForm:
    """Return the form in which the words of a product's matrix become floats."""
    lanes = op.lanes.value.data
    if op.is_codebook:
        return CodebookFloats(b, op.inputs[2], lanes)
    return ByteFloats(b, op.words, lanes, op.product) if op.words.offset else SignedBytes(b, lanes)


class StoredPanels:
    """Panels of words, and of factors of blocks of columns; a codebook has one block, no factor."""

    def __init__(self, b: LoopBuilder, op: WideningMatmulOp):
        self.b, self.form = b, form_of(b, op)
        self.memory = op.inputs[1]
        self.factors = None if op.is_codebook else op.inputs[2]
        self.lanes, self.size = op.lanes.value.data, op.block_size
        self.depth = int_list(op.extents)[3]
        self.together, self.words = op.words.columns, op.words.words
        self.steps = op.words.steps(self.depth)
        self.block_steps = self.size // self.together
        self.count = -(-self.depth // self.size)

    def for_blocks(self, body: Callable[[Index], None]) -> None:
        """`body(block)`; the last one is apart if it is shorter."""
        whole = self.depth // self.size
        self.b.loop(0, whole, 1, body)
        if whole < self.count:
            body(whole)

    def for_steps(self, block: Index, body: Callable[[Index, int], None]) -> None:
        """`body(step, columns)` for neighbouring columns of a block."""
        first = self.b.mul(block, self.block_steps)
        steps, rest = divmod(self.columns_of(block), self.together)
        self.b.loop(0, steps, 1, lambda j: body(self.b.add(first, j), self.together))
        if rest:
            body(self.b.add(first, steps), rest)

    def columns_of(self, block: Index) -> int:
        """Return the columns of a block; only the last one, whose number is known, has fewer."""
        return (
            min(self.depth - block * self.size, self.size) if isinstance(block, int) else self.size
        )

    def block_factors(self, group: Index, vectors: int, block: Index) -> list[SSAValue]:
        """Return the factors of a block by vector; none without factors."""
        if self.factors is None:
            return []
        b, lanes = self.b, self.lanes
        at = b.linear((group, self.count * lanes), (block, vectors * lanes))
        return [b.load(self.factors, at, v * lanes, lanes) for v in range(vectors)]

    def words_at(self, group: Index, vectors: int, step: Index) -> Index:
        """Return the place of the words of neighbouring columns."""
        row = self.words * self.lanes
        return self.b.linear((group, self.steps * row), (step, vectors * row))

    def words_of(self, vectors: int, at: Index, offset: int = 0) -> list[list[SSAValue]]:
        """Return the words of neighbouring columns, by vector."""
        return [
            [
                self.form.load(self.memory, at, offset + (number * vectors + v) * self.lanes)
                for number in range(self.words)
            ]
            for v in range(vectors)
        ]

    def widen(self, group: Index, vectors: int, panel: SSAValue) -> None:
        """Write the numbers of a group to a panel of floats: `[columns][vectors][lanes]`."""
        b, lanes = self.b, self.lanes

        def block(i: Index) -> None:
            factors = self.block_factors(group, vectors, i)
            if self.form.scale != 1:
                scale = b.constant(self.form.scale, factors[0].type)
                factors = [b.mulf(factor, scale) for factor in factors]

            def store(step: Index, columns: int) -> None:
                at = b.mul(step, self.together * vectors * lanes)
                words = self.words_of(vectors, self.words_at(group, vectors, step))
                for c, numbers in self.form.exact(words):
                    for v, number in enumerate(numbers if c < columns else ()):
                        value = b.mulf(number, factors[v]) if factors else number
                        b.store(value, panel, at, (c * vectors + v) * lanes)

            self.for_steps(i, store)

        self.for_blocks(block)
