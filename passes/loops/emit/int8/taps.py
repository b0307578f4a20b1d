"""Multiply taps of a depthwise kernel row in int8: two at a time, as pairs of i16."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import i8
from xdsl.ir import SSAValue

from .....dialects.element_types import vector_type
from .....dialects.target.attributes import ProductAttr
from ..building.builder import Index, LoopBuilder
from .products import widened

Uses = Mapping[int, Sequence[tuple[int, int]]]
"""Maps an input column to the pixels and kernel columns that read it."""


@dataclass
class PairedVectors:
    """
    Load consecutive vectors of `lanes` numbers of i8 from `at` on, each interleaved with the next
    one, or with zeros, as i16; each is loaded once.
    """

    b: LoopBuilder
    memory: SSAValue
    at: Index
    lanes: int
    loaded: dict[tuple[int, bool], SSAValue] = field(default_factory=dict)

    def get(self, vector: int, is_pair: bool) -> SSAValue:
        """Return vector number `vector`, interleaved with the next one or with zeros."""
        key = vector, is_pair
        if key not in self.loaded:
            self.loaded[key] = self._load(*key)
        return self.loaded[key]

    def _load(self, vector: int, is_pair: bool) -> SSAValue:
        b, lanes = self.b, self.lanes
        count = 2 * lanes if is_pair else lanes
        first = b.load(self.memory, self.at, vector * lanes, count)
        rest = first if is_pair else b.constant(0, vector_type(i8, lanes))
        mask = [lane + half for lane in range(lanes) for half in (0, lanes)]
        return widened(b, b.shuffle(first, rest, mask))


def add_taps(
    product: ProductAttr,
    sums: Sequence[SSAValue],
    x: PairedVectors,
    weights: PairedVectors,
    uses: Uses,
) -> list[SSAValue]:
    """Return the sums of pixels plus the products of a kernel row with its input columns."""
    results, b = list(sums), x.b
    steps = sorted(paired(uses))
    pairs = {column for column, _, _, is_pair in steps if is_pair}
    for column, m, kx, is_pair in steps:
        # What stands beside a column does not matter to weights beside which there are zeros.
        seen = x.get(column, is_pair or column in pairs)
        results[m] = b.dot(product, seen, weights.get(kx, is_pair), results[m])
    return results


def paired(uses: Uses) -> Iterator[tuple[int, int, int, bool]]:
    """Yield column, pixel, kernel column, and whether the next ones join (even columns)."""
    every = {(m, kx): column for column, seen in uses.items() for m, kx in seen}
    for (m, kx), column in every.items():
        is_second = kx % 2 == 1 and (m, kx - 1) in every
        if not is_second:
            yield column, m, kx, kx % 2 == 0 and (m, kx + 1) in every
