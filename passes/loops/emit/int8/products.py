"""Multiply int8: the format of multiplied inputs, and the inner loop of a tile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from xdsl.dialects import arith
from xdsl.dialects.builtin import i16, i32
from xdsl.ir import SSAValue

from .....dialects.element_types import element_of, lanes_of, u8, vector_type
from .....dialects.kernel.winograd_workspace import PAIR
from .....dialects.target.attributes import ProductAttr
from .....dialects.target.elements import element_type
from .....dialects.target.products import InputForm, Product
from ..building.builder import Index, LoopBuilder
from ..building.conversions import bitcast, convert, integer_op
from ..building.prefetching import prefetch_pages_ahead
from ..rows.row_copy import ElementConversion

FLIP = 128
"""Flipping the sign bit of an s8 and reading it as unsigned adds this number."""


def flipped(b: LoopBuilder, value: SSAValue) -> SSAValue:
    """Return numbers of i8 plus 128, unsigned."""
    return unsigned(b, integer_op(b, arith.XOrIOp, value, b.constant(-FLIP, value.type)))


def unsigned(b: LoopBuilder, value: SSAValue) -> SSAValue:
    """Return the bits of i8, unsigned."""
    return bitcast(b, value, vector_type(u8, lanes_of(value.type)))


def widened(b: LoopBuilder, value: SSAValue) -> SSAValue:
    """Return numbers of i8 as i16."""
    return convert(b, "extsi", value, vector_type(i16, lanes_of(value.type)))


def unchanged(b: LoopBuilder, value: SSAValue) -> SSAValue:
    """Return numbers of i8 unchanged."""
    return value


FORMS: dict[InputForm, ElementConversion] = {
    InputForm.AS_IS: unchanged,
    InputForm.SIGN_FLIPPED: flipped,
    InputForm.WIDENED: widened,
}
"""The form in which numbers of i8 are multiplied -> the conversion to it."""


@dataclass(frozen=True)
class WeightVectors:
    """
    Describe the weights of a tile: step s of vector n is at `at + (s * vectors + n) * lanes * k`,
    of i8 or in the multiplied form. `lanes` are those of the sums.
    """

    memory: SSAValue
    at: Index
    vectors: int
    lanes: int
    product: ProductAttr
    pages_ahead: bool = False
    """True if weights two pages ahead are prefetched."""

    @cached_property
    def record(self) -> Product:
        """Return the record of the instruction that multiplies."""
        return self.product.product

    @property
    def k(self) -> int:
        """Return the number of products that the instruction adds to a sum."""
        return self.record.steps

    @property
    def step_size(self) -> int:
        """Return the number of elements of a step."""
        return self.vectors * self.lanes * self.k

    def load(self, b: LoopBuilder, at: Index, offset: int, vector: int) -> SSAValue:
        """Load a vector of the step at `at + offset`, in the multiplied form."""
        size = self.lanes * self.k
        value = b.load(self.memory, at, offset + vector * size, size)
        is_narrow = element_type(element_of(value.type)) != self.record.types.weight
        return widened(b, value) if is_narrow else value


def sum_starts(
    b: LoopBuilder, starts: SSAValue | None, at: Index, vectors: int, lanes: int
) -> list[SSAValue]:
    """Return the initial sums of `vectors` vectors, the first that of output `at`; else zeros."""
    if starts is None:
        return [b.constant(0, vector_type(i32, lanes))] * vectors
    return [b.load(starts, at, n * lanes, lanes) for n in range(vectors)]


def joined(b: LoopBuilder, vectors: Sequence[SSAValue], lanes: int) -> list[SSAValue]:
    """Return neighbouring vectors, concatenated until they have the given number of lanes."""
    whole = list(vectors)
    while lanes_of(whole[0].type) < lanes:
        every = list(range(2 * lanes_of(whole[0].type)))
        pairs = zip(whole[::2], whole[1::2], strict=True)
        whole = [b.shuffle(low, high, every) for low, high in pairs]
    return whole


@dataclass(frozen=True)
class Positions:
    """
    Describe the inputs of a tile in the multiplied form.

    `count` positions are `pitch` apart; the first has the k inputs of a step at `at`. One element
    may hold a pair of inputs.
    """

    memory: SSAValue
    at: Index
    count: int
    pitch: int

    def of_step(
        self, b: LoopBuilder, step: int, lanes: int, product: Product
    ) -> Iterator[SSAValue]:
        """Yield the inputs of a step at each position, repeated to fill the lanes."""
        for m in range(self.count):
            yield self.repeated(b, m, step, lanes, product.steps)

    def repeated(self, b: LoopBuilder, position: int, step: int, lanes: int, k: int) -> SSAValue:
        """Return the inputs of a step at a position, repeated to fill the lanes."""
        start = position * self.pitch
        if element_of(self.memory.type) != i32:
            return b.broadcast(self.memory, self.at, start + step * k, lanes * k, k)
        element, part = divmod(step, PAIR // k)
        value = b.broadcast(self.memory, self.at, start + element, lanes)
        pairs = bitcast(b, value, vector_type(i16, lanes * PAIR))
        return pairs if k == PAIR else b.shuffle(pairs, pairs, [part] * lanes)


def add_steps(
    b: LoopBuilder,
    sums: Sequence[SSAValue],
    x: Positions,
    weights: WeightVectors,
    steps: int,
) -> list[SSAValue]:
    """Add the products of consecutive steps to `sums[m * vectors + n]`, unrolled."""
    results = list(sums)
    for step in range(steps):
        offset = step * weights.step_size
        loaded = [weights.load(b, weights.at, offset, n) for n in range(weights.vectors)]
        if weights.pages_ahead:
            prefetch_pages_ahead(b, weights.memory, weights.at, offset, weights.step_size)
        for m, value in enumerate(x.of_step(b, step, weights.lanes, weights.record)):
            for n, vector in enumerate(loaded):
                at = m * weights.vectors + n
                results[at] = b.dot(weights.product, value, vector, results[at])
    return results
