"""Sum over input channels in register tiles: where they lie, and how they are multiplied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import gcd

from xdsl.dialects.builtin import bf16
from xdsl.ir import SSAValue

from .....dialects.element_types import lanes_of, vector_type
from .....dialects.target.attributes import ProductAttr
from .....dialects.target.costs import LoopSizes
from ..building.builder import Index, LoopBuilder
from ..building.conversions import bitcast
from .block_sums import BlockSums

ElementPlace = tuple[Index, int]
"""The place of an element: an offset, and a constant added to it."""


@dataclass(frozen=True)
class Channels:
    """
    Describe the input channels of a pixel that are summed, and where they lie.

    Channel c lies at `c / pack * block_stride + c % pack`, or with a table at `table[c]`; the sum
    is over `first + k`, k < count.
    """

    count: int
    pack: int
    block_stride: Index
    first: Index = 0
    is_rolled: bool = False
    """True if the sum is a loop with one channel per step even where it could be unrolled."""
    overwrites: bool = False
    """True if the target's multiply-adds overwrite an operand."""
    table: SSAValue | None = None
    """Addresses of channels, if channels of a block are not consecutive."""
    bounds: tuple[SSAValue, SSAValue] | None = None
    """The range of k that has weights; whole blocks in a blocked sum."""
    product: ProductAttr | None = None
    """The instruction that multiplies; None for `simd.fma`."""
    together: int = 1
    """The number of neighbouring channels whose products it adds; divides the pack."""
    sums_apart: bool = False
    """True if products of neighbouring channels stay in neighbouring lanes, to be added later."""
    of_element: int = 1
    """
    The number of bf16 channels that are one element of memory, and one channel here: one broadcast.
    """

    def broadcast(
        self, b: LoopBuilder, memory: SSAValue, place: ElementPlace, lanes: int
    ) -> SSAValue:
        """Broadcast an element to `lanes` lanes."""
        at, offset = place
        if self.of_element == 1:
            return b.broadcast(memory, at, offset, lanes * self.together, self.together)
        value = b.broadcast(memory, at, offset, lanes)
        return bitcast(b, value, vector_type(bf16, lanes * self.of_element))

    def outputs_of(self, sums: SSAValue) -> int:
        """Return the number of outputs whose sums a vector holds."""
        return lanes_of(sums.type) // (self.together if self.sums_apart else 1)

    def products(self, pixels: int, vectors: int, lanes: int) -> LaneProducts | MatrixProducts:
        """Return how the channels of a register tile are multiplied."""
        if self.product is None or self.product.product.accumulation.rows == 1:
            return LaneProducts(self, vectors)
        return MatrixProducts(self.together, BlockSums(self.product, pixels, vectors, lanes))

    @property
    def is_blocked(self) -> bool:
        """Return whether to loop over the channels by whole blocks, which needs no division."""
        starts = isinstance(self.first, int) and self.first % self.pack == 0
        in_order = starts and self.table is None and not self.is_rolled
        return self.pack > 1 and in_order and self.count % self.pack == 0

    def of_tap(self, sizes: LoopSizes) -> Channels:
        """
        Return the channels for one unrolled tap, with a rolled loop.

        Unrolled loops of several taps would share their loads and keep all of them in registers.
        They stay unrolled where loads are ordered and each tap has a loop over blocks.
        """
        has_loop = 1 < self.pack < self.count and bool(sizes.loads_ahead)
        return replace(self, is_rolled=not has_loop)

    def offset(self, b: LoopBuilder, k: Index) -> Index:
        """Return the element offset of channel first + k."""
        channel = b.add(self.first, k)
        if self.table is not None:
            return b.load_index(self.table, channel)
        block = b.mul(b.div(channel, self.pack), self.block_stride)
        return b.add(block, b.rem(channel, self.pack))

    def block(self, b: LoopBuilder, i: Index) -> Index:
        """Return the element offset of summed block i, if `is_blocked`."""
        assert isinstance(self.first, int)
        return b.mul(b.add(self.first // self.pack, i), self.block_stride)

    def places(self, b: LoopBuilder, pixel: Index, k: Index, unroll: int) -> list[ElementPlace]:
        """Return the places of `unroll` channels of a pixel, from channel first + k on."""
        if self.table is None:
            return self.neighbours(b.add(pixel, self.offset(b, k)), unroll)
        return [(b.add(pixel, self.offset(b, b.add(k, u))), 0) for u in range(unroll)]

    def neighbours(self, at: Index, unroll: int) -> list[ElementPlace]:
        """Return the places of channels of one block, or that are blocks of their own (pack 1)."""
        apart = self.block_stride if self.pack == 1 else 1
        assert isinstance(apart, int)  # of plain blobs
        distance = apart * self.together
        return [(at, u * distance) for u in range(unroll)]

    def unroll(self, vectors: int, sizes: LoopSizes) -> int:
        """
        Return the number of channels, or groups multiplied together, per step of a tile.

        All of them if they are few; otherwise as many of one block as the target's code takes
        together, or a pair with a table. A tile of one vector takes 1 unless loads are ordered: its
        multiply-add is the last reader of the broadcast, whose register LLVM then gives to the sum,
        and a second step would find every sum in a new register. So does any tile if multiply-adds
        overwrite an operand.
        """
        most = sizes.channels_together
        if self.is_rolled or self.overwrites or (vectors == 1 and not sizes.loads_ahead):
            return 1
        if self.pack == 1 and (self.bounds is not None or not isinstance(self.block_stride, int)):
            return 1
        groups, rest = divmod(self.count, self.together)
        if self.pack == 1 and self.count <= 4:
            return groups
        if rest:  # The last group is filled up with weights of zero, which end there.
            return 1
        if self.pack == 1:
            # Of channels that lie apart, as of rows of a matrix, a quarter.
            return gcd(groups, max(most // 4, 1))
        if self.table is not None:
            return gcd(groups, 2)
        return gcd(groups, self.pack // self.together, most) if isinstance(self.first, int) else 1

    def blocks_together(self, unroll: int, sizes: LoopSizes) -> int:
        """Return the blocks per step, each of `unroll` channels or groups of them."""
        is_whole = unroll * self.together == self.pack and self.bounds is None
        if not is_whole or sizes.channels_together < 2 * self.pack:
            return 1
        return gcd(self.count // self.pack, 2)


@dataclass(frozen=True)
class LaneProducts:
    """Multiply pixels, each with all lanes of an output vector."""

    channels: Channels
    vectors: int

    def begin(self, b: LoopBuilder, sums: Sequence[SSAValue]) -> Sequence[SSAValue]:
        """Return the sums that a loop over channels carries."""
        return sums

    def add(
        self,
        b: LoopBuilder,
        sums: Sequence[SSAValue],
        memory: SSAValue,
        places: Sequence[ElementPlace],
        weights: Sequence[SSAValue],
    ) -> list[SSAValue]:
        """Add the products of pixels, whose inputs are at such places, with vectors of weights."""
        results, product = list(sums), self.channels.product
        width = self.channels.outputs_of(sums[0])
        for i, place in enumerate(places):
            value = self.channels.broadcast(b, memory, place, width)
            for n, vector in enumerate(weights):
                at = i * self.vectors + n
                factor = b.resized(value, lanes_of(vector.type))
                if product is None:
                    results[at] = b.fma(factor, vector, results[at])
                else:
                    results[at] = b.dot(product, factor, vector, results[at])
        return results

    def end(self, b: LoopBuilder, sums: Sequence[SSAValue]) -> Sequence[SSAValue]:
        """Return the sums by pixel and vector."""
        return sums


@dataclass(frozen=True)
class MatrixProducts:
    """Multiply small matrices of pixels and output channels."""

    together: int
    sums: BlockSums

    def begin(self, b: LoopBuilder, sums: Sequence[SSAValue]) -> Sequence[SSAValue]:
        """Return the sums that a loop over channels carries."""
        return self.sums.of_rows(b, sums)

    def add(
        self,
        b: LoopBuilder,
        sums: Sequence[SSAValue],
        memory: SSAValue,
        places: Sequence[ElementPlace],
        weights: Sequence[SSAValue],
    ) -> list[SSAValue]:
        """Add the products of pixels, whose inputs are at such places, with vectors of weights."""
        pairs = ((places[m], places[self.sums.second(m)]) for m in self.sums.pairs)
        return self.sums.add(b, sums, (self._inputs(b, memory, *pair) for pair in pairs), weights)

    def _inputs(
        self, b: LoopBuilder, memory: SSAValue, first: ElementPlace, second: ElementPlace
    ) -> SSAValue:
        """Return the jointly multiplied channels of two pixels, one after the other."""
        if second[1] == first[1] + self.together:
            return b.load_stored(memory, *first, 2 * self.together)
        values = [b.load_stored(memory, *place, self.together) for place in (first, second)]
        return b.shuffle(values[0], values[1], range(2 * self.together))

    def end(self, b: LoopBuilder, sums: Sequence[SSAValue]) -> Sequence[SSAValue]:
        """Return the sums by pixel and vector."""
        return self.sums.rows_of(b, sums)
