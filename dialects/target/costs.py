"""
Assumed throughput and caches of one core.

Nothing of xDSL is imported here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from math import inf


@dataclass(frozen=True)
class Caches:
    """Units: bytes, of the caches that one core may count on."""

    line: int
    l1_way: int
    """Addresses so far apart, or a multiple of it, share a set of the first-level cache."""
    l1_ways: int
    """Lines of a set of the first-level cache."""
    l2: int
    """L2 size that a kernel may assume unless the target's name gives one."""
    l3: int

    @property
    def l1(self) -> int:
        """Return the size of the first-level cache."""
        return self.l1_way * self.l1_ways

    @property
    def ways_of_rows(self) -> int:
        """Return the lines of a set that the rows of a tile may take: weights need some, too."""
        return self.l1_ways // 2


@dataclass(frozen=True)
class LoopSizes:
    """
    Sizes of the loops of kernels that have no schedule of their own.

    They are the target's, the same for all kernels of a module.
    """

    vectors: int
    """Vectors that a loop works on together where it needs few registers for each."""
    sums: int
    """Independent sums under way at least, so that no multiply-add waits for the one before."""
    shared_elements: int
    """Elements of a loop nest from which on threads share it."""
    loads_ahead: int
    """Products between a load and the product that reads it."""
    channels_together: int
    """Neighbouring channels that a step of a register tile sums over, if there are as many."""


@dataclass(frozen=True)
class Costs:
    """Throughput of one core of a usual CPU, for estimates compared with each other."""

    pipes: int
    """Multiply-adds that begin in one cycle, and loads."""
    pipe_bytes: int
    """Bytes of vectors that these take at once; wider vectors take several."""
    instructions: int
    """Instructions that the front end delivers in a cycle."""
    multiply_add_latency: int
    """Cycles from a multiply-add to the next one on the same accumulator."""
    memory_bandwidth: float
    """Bandwidth of memory, for weights: they seldom stay in a cache until the next run."""
    l2_bandwidth: float = 32
    """Bandwidth of the L2 cache, for weights."""
    panel_bandwidth: float = 21
    """The same for weights that are read again while others come from memory (Zen 5)."""
    l3_reading: float = 8.0
    memory_reading: float = 1.5
    """
    Bandwidth at which Winograd's transformed input comes from the L3 cache and from memory, in the
    pieces of a register tile, with vectors narrower than a cache line.
    """
    wide_memory_reading: float = 3.5
    """The same from memory with vectors of a whole line, for which the L3 cache is fast enough."""
    by_place_bandwidth: float = 3.5
    """Bandwidth of transformed input and products by place: they go beyond L2, and come back."""
    exposed_streaming: float = 0.5
    """Part of the time in which weights come from memory that no products with them fill."""
    added_product: float = 1.5
    """Cycles of a pipe for a product that another instruction adds: they share pipes."""
    joining_cycles: float = 0.5
    """Cycles to add the parts of a vector of sums of a pixel."""
    tile_cycles: float = 30
    """Cycles of a register tile: loop control, zeroing, and the epilogue of small tiles."""
    finishing_cycles: float = 5.5
    """Cycles to round and store a vector of int8 sums where no products hide it."""
    copy_cycles: float = 1.5
    """Cycles of a pass of a vector when windows are gathered for a tiled kernel."""
    piece_cycles: float = 12
    """Cycles of a piece of a row, besides its vectors, when windows are gathered."""
    transform_cycles: float = 0.55
    """Cycles of an instruction of Winograd's transforms if a vector occupies a pipe once."""
    wide_transform_cycles: float = 1.0
    """Cycles of the same if a vector occupies a pipe twice."""
    cast_cycles: float = 4
    """Cycles to round a vector of float32 to bfloat16: load, round, pack and store."""
    vector_placing_cycles: float = 6
    """Cycles to put a vector of a pixel among those of other phases, mostly waiting for memory."""
    element_placing_cycles: float = 2
    """Cycles to put an element in its place among those of other phases."""
    gather_cycles: float = 2.5
    """Cycles of a pass to make a vector of channels from two others; with AVX-512 4.5 to 5."""
    table_cycles: float = 0.065
    """Cycles per table entry and tile to look up channels: 0.04 to 0.1, beside multiply-adds."""
    l3_tiles: int = 24
    memory_tiles: int = 96
    """
    Winograd tiles by which computing takes longer than streaming the weights, from the L3 cache and
    from memory.
    """
    spared_registers: int = 0
    """Registers that a tile of a product of matrices leaves free."""
    panel_columns: int = 64
    """Columns of a product from which on it pays to put scattered rows in order first."""
    heavy_epilogue: int = 12
    """Vector instructions of an epilogue up to which it is unrolled over a tile."""
    heavy_row_epilogue: int = 40
    """The same over large tiles of a product, whose rows lie far apart: their stores would wait."""
    epilogue_vectors: int = 6
    """Vectors that take turns in an epilogue in a loop, which hides latencies of 60 cycles."""
    stores_under_way: int = 16
    """
    Vectors of a tile that may be stored, and stored again after the epilogue: Zen 4 has 32 under
    way of 64 bytes each.
    """
    scores_share: int = 2
    """Scores of a block of attention's queries take one part in so many of the L2 cache."""
    panel_vectors: int = 2
    """Output vectors in a panel of numbers of few bits: once widened, it must fit in a cache."""
    block_sums: int = 12
    """Sums of a block of integers in a register tile, beside which those of floats have place."""
    weights_together: int = 4
    """Output vectors whose weights lie together, of a product with vectors."""
    reduced_channels: int = 128
    """
    Channels that a tile of vectors narrower than a cache line sums over at a time. Its pixels are
    few lines of each block of channels; of more blocks, which on large maps lie a page apart or
    more, and in few sets of the L1 cache, the lines would be gone when the next vectors need them.
    """

    loop_instructions: int = 5
    """Instructions of a reduction step of a register tile besides loads and multiply-adds."""
    pipelined_vectors: int = 2
    """
    Output vectors of a pipelined tile, if there are as many: 6 pixels x 2 vectors are as fast as
    12 x 1, and up to 13 % faster where the weights are many; 4 x 3 is no faster (Zen 4).
    """
    constant_registers: int = 4
    """
    Registers beside a large int8 tile in which constants of the epilogue and of the gathering stay:
    with fewer LLVM puts sums on the stack, and a 3x3 kernel takes twice the time (Zen 4, VNNI).
    """
    registers_per_constant: int = 8
    """Vector registers of the ISA for each of these, or they are left to the tile."""
    shared_tiles: int = 4
    """Tiles of a tiled kernel, for threads, unless they would be smaller than a register tile."""
    plane_tiles: int = 32
    """Register tiles of the output's plane from which on threads share these, for any outputs."""
    shared_lines: int = 16
    """Output rows of a large image from which on threads share rows rather than channels."""
    shared_groups: int = 8
    """Groups of channels from which on threads share these in a normalization, not its vectors."""
    depthwise_pixels: int = 14
    """Pixels of the largest depthwise tile."""
    finished_pixels: int = 12
    """Pixels of the largest depthwise tile whose heavy epilogue runs over rows."""
    finished_bytes: int = 8 << 10
    """Output of a block of channels up to which its epilogue may come after all rows."""
    prefetched_bytes: int = 16 << 10
    """Bytes of weights from which on register tiles prefetch them."""
    waiting_tiles: int = 32
    """Tiles that share weights from which on it matters little that the first waits for them."""
    prefetching_tiles: int = 8
    """Tiles that prefetch the next weights, each as much: the last of all."""
    l1_prefetching_tiles: int = 4
    """
    Tiles below which weights are prefetched into L2: so much comes from memory at a time that the
    requests would take all of the places that L1 has for its own misses.
    """
    vectors_together: int = 4
    """Vectors that a loop works on together where it needs few registers for each."""
    shared_elements: int = 1 << 13
    """Elements of a loop nest from which on threads share it."""
    loads_ahead: int = 0
    """
    Products between a load and the product that reads it: on cores that execute in order these
    wait for each other.
    """
    channels_together: int = 2
    """Neighbouring channels that a step of a register tile sums over, if there are as many."""

    @property
    def sums_under_way(self) -> int:
        """Return the independent sums that keep multiply-adds busy."""
        return self.pipes * self.multiply_add_latency

    @property
    def loops(self) -> LoopSizes:
        """Return the sizes of loops that these costs make the best."""
        return LoopSizes(
            self.vectors_together,
            self.sums_under_way,
            self.shared_elements,
            self.loads_ahead,
            self.channels_together,
        )

    def passes(self, bytes: int) -> int:
        """Return the number of cycles that a vector occupies a pipe."""
        return max(-(-bytes // self.pipe_bytes), 1)

    def changed(self, values: Mapping[str, float]) -> Costs:
        """Return the record with other costs. Raises: ValueError unless positive and whole."""
        return replace(self, **{name: checked_cost(name, v) for name, v in values.items()})

    def differing(self, other: Costs) -> dict[str, float]:
        """Return the costs that another record has otherwise, by name."""
        mine = vars(self)
        return {name: mine[name] for name, value in vars(other).items() if mine[name] != value}


COST_NAMES = tuple(field.name for field in fields(Costs))
COUNTS = frozenset(field.name for field in fields(Costs) if field.type == "int")
"""The costs that are whole numbers."""


def checked_cost(name: str, value: float) -> float:
    """Return a value of the cost of that name. Raises: ValueError if it cannot have it."""
    is_possible = name in COST_NAMES and 0 < value < inf
    if not is_possible or (name in COUNTS and value != int(value)):
        raise ValueError(f"{name} cannot be {value}")
    return int(value) if name in COUNTS else float(value)


def named_cost(word: str) -> tuple[str, float] | None:
    """Return the cost that a word `memory_bandwidth=4.5` gives; None for another word."""
    match = re.fullmatch(r"(\w+)=(\d+(?:\.\d+)?)", word)
    return (match[1], float(match[2])) if match and match[1] in COST_NAMES else None


def cost_text(value: float) -> str:
    """Return a cost as words have it: without an exponent, and exactly."""
    return f"{Decimal(repr(value)).normalize():f}"
