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
    """Sizes of the caches that one core may use. Units: bytes."""

    line: int
    l1_way: int
    """Addresses a multiple of this apart share a set of the first-level cache."""
    l1_ways: int
    """Number of lines in a set of the first-level cache."""
    l2: int
    """L2 size that a kernel may assume unless the target's name gives one."""
    l3: int

    @property
    def l1(self) -> int:
        """Return the size of the first-level cache."""
        return self.l1_way * self.l1_ways

    @property
    def ways_of_rows(self) -> int:
        """Return the number of lines in a set for the rows of a tile: weights need some, too."""
        return self.l1_ways // 2


@dataclass(frozen=True)
class LoopSizes:
    """
    Sizes of loops in kernels without a schedule.

    They depend on the target alone: all kernels of a module have the same.
    """

    vectors: int
    """Vectors that a loop works on together where it needs few registers for each."""
    sums: int
    """Least number of independent sums, so that no multiply-add waits for the previous one."""
    shared_elements: int
    """Elements of a loop nest from which on threads share it."""
    loads_ahead: int
    """Products between a load and the product that reads it."""
    channels_together: int
    """Neighbouring channels that a step of a register tile sums over, if there are as many."""
    load_group: int
    """Largest number of neighbouring vectors that an instruction loads."""
    load_bytes: int = 64
    """Bytes that an instruction may load beside a product."""


@dataclass(frozen=True)
class Costs:
    """Throughput of one core of a typical CPU, for estimates that are compared with each other."""

    pipes: int
    """Number of multiply-adds, and of loads, issued in a cycle."""
    pipe_bytes: int
    """Width of a pipe, in bytes; a wider vector occupies it for several cycles."""
    instructions: int
    """Number of instructions that the front end delivers in a cycle."""
    multiply_add_latency: int
    """Cycles from a multiply-add to the next one on the same accumulator."""
    memory_bandwidth: float
    """Bandwidth of memory, for weights: few remain in a cache until the next run."""
    l2_bandwidth: float = 32
    """Bandwidth of the L2 cache, for weights."""
    panel_bandwidth: float = 21
    """The same for weights that are read again while others are loaded from memory (Zen 5)."""
    l3_reading: float = 8.0
    memory_reading: float = 1.5
    """
    Bandwidth of Winograd's transformed input from the L3 cache and from memory, read in pieces of a
    register tile, with vectors narrower than a cache line.
    """
    wide_memory_reading: float = 3.5
    """The same from memory with vectors of a whole line; the L3 cache is fast enough for these."""
    by_place_bandwidth: float = 3.5
    """Bandwidth of transformed input and products by place: they leave L2, and are read back."""
    exposed_streaming: float = 0.5
    """Fraction of the time for loading weights from memory that products do not hide."""
    added_product: float = 1.5
    """Pipe cycles for a product that another instruction adds: both share pipes."""
    joining_cycles: float = 0.5
    """Cycles to add the parts of a pixel's vector of partial sums."""
    tile_cycles: float = 30
    """Cycles of a register tile: loop control, zeroing, and the epilogue of small tiles."""
    finishing_cycles: float = 5.5
    """Cycles to round and store a vector of int8 sums where no products hide it."""
    copy_cycles: float = 1.5
    """Cycles per pass of a vector to gather windows for a tiled kernel."""
    piece_cycles: float = 12
    """Cycles per piece of a row, in addition to its vectors, to gather windows."""
    transform_cycles: float = 0.55
    """Cycles of a Winograd transform's instruction if a vector occupies a pipe for one cycle."""
    wide_transform_cycles: float = 1.0
    """The same if a vector occupies a pipe for two cycles."""
    cast_cycles: float = 4
    """Cycles to round a vector of float32 to bfloat16: load, round, pack and store."""
    vector_placing_cycles: float = 6
    """Cycles to store a pixel's vector between those of other phases, mostly waiting for memory."""
    element_placing_cycles: float = 2
    """Cycles to store an element between those of other phases."""
    gather_cycles: float = 2.5
    """Cycles to gather a vector of channels from two others; 4.5 to 5 with AVX-512."""
    table_cycles: float = 0.065
    """Cycles per table entry and tile to look up channels: 0.04 to 0.1 alongside multiply-adds."""
    l3_tiles: int = 24
    memory_tiles: int = 96
    """
    Number of Winograd tiles from which on computing takes longer than streaming the weights, from
    the L3 cache and from memory.
    """
    spared_registers: int = 0
    """Number of registers that a matrix product's tile leaves free."""
    panel_columns: int = 64
    """Number of columns of a product from which on packing scattered rows first pays."""
    heavy_epilogue: int = 12
    """Largest number of vector instructions of an epilogue that is unrolled over a tile."""
    heavy_row_epilogue: int = 40
    """The same over large tiles of a product, whose rows lie far apart: their stores would wait."""
    epilogue_vectors: int = 6
    """Number of vectors interleaved in an epilogue loop, which hides latencies of 60 cycles."""
    stores_under_way: int = 16
    """
    Largest number of vectors of a tile that is stored, and stored again after the epilogue: Zen 4
    has 32 pending stores of 64 bytes each.
    """
    scores_share: int = 2
    """Divisor of the L2 size: the share for the scores of a block of attention queries."""
    panel_vectors: int = 2
    """Output vectors in a panel of few-bit numbers: the widened panel must fit in a cache."""
    block_sums: int = 12
    """Number of integer sums of a block in a register tile, which leaves room for float sums."""
    weights_together: int = 4
    """Number of output vectors per group of weights, in a product with vectors."""
    reduced_channels: int = 128
    """
    Number of channels that a tile of vectors narrower than a cache line sums over at a time. Its
    pixels are a few lines in each block of channels. On large maps blocks are a page or more apart,
    and share few sets of the L1 cache: with more blocks the lines would be evicted before the next
    vectors need them.
    """

    loop_instructions: int = 5
    """Instructions of a register tile's reduction step in addition to loads and multiply-adds."""
    pipelined_vectors: int = 2
    """
    Largest number of output vectors of a pipelined tile: 6 pixels x 2 vectors are as fast as 12 x
    1, and up to 13 % faster with many weights; 4 x 3 is no faster (Zen 4).
    """
    constant_registers: int = 4
    """
    Number of registers, beside a large int8 tile, for constants of the epilogue and of gathering:
    with fewer, LLVM spills sums, and a 3x3 kernel takes twice the time (Zen 4, VNNI).
    """
    registers_per_constant: int = 8
    """Least number of the ISA's vector registers per reserved one; with fewer, none is reserved."""
    shared_tiles: int = 4
    """Number of tiles of a tiled kernel, for threads, unless smaller than a register tile."""
    plane_tiles: int = 32
    """Number of register tiles of the output's plane from which on threads share these."""
    shared_lines: int = 16
    """Number of output rows of a large image from which on threads share rows, not channels."""
    bands_in_cache: int = 0
    """
    The rows that a depthwise kernel reads of a large blob may fill one part of so many of L2, in
    bands; 0: the blob is computed first. With half of the products per cycle of Zen 5 this is no
    faster.
    """
    shared_groups: int = 8
    """Number of groups of a normalization from which on threads share groups, not vectors."""
    depthwise_pixels: int = 14
    """Number of pixels of the largest depthwise tile."""
    heavy_finished_row: int = 12
    """Largest number of vector instructions of an epilogue that does not run over rows instead."""
    finished_pixels: int = 12
    """Number of pixels of the largest depthwise tile with a heavy epilogue that runs over rows."""
    finished_bytes: int = 8 << 10
    """Largest output of a block of channels, in bytes, with an epilogue after all rows."""
    prefetched_bytes: int = 16 << 10
    """Bytes of weights from which on register tiles prefetch them."""
    waiting_tiles: int = 32
    """Number of tiles per weights from which on the first tile's wait for them matters little."""
    prefetching_tiles: int = 8
    """Number of tiles, the last ones, that prefetch equal shares of the next weights."""
    l1_prefetching_tiles: int = 4
    """
    Number of tiles below which weights are prefetched into L2: the requests to memory would occupy
    all miss buffers of L1.
    """
    vectors_together: int = 4
    """Vectors that a loop works on together where it needs few registers for each."""
    shared_elements: int = 1 << 13
    """Elements of a loop nest from which on threads share it."""
    loads_ahead: int = 0
    """
    Number of products between a load and the product that reads it: in-order cores would wait.
    """
    load_group: int = 2
    """
    Largest number of neighbouring vectors that an instruction loads, for which register tiles leave
    registers. The first waits for the place of the last, so that in-order cores wait for all.
    """
    load_bytes: int = 64
    """Bytes that an instruction may load beside a product, which waits for one that loads more."""
    channels_together: int = 2
    """
    Neighbouring channels that a step of a register tile sums over, if there are as many: in a block
    and, if it is at least twice as many as a block has, in two.
    """

    @property
    def sums_under_way(self) -> int:
        """Return the number of independent sums that keep the multiply-add pipes busy."""
        return self.pipes * self.multiply_add_latency

    @property
    def loops(self) -> LoopSizes:
        """Return the best loop sizes for these costs."""
        return LoopSizes(
            self.vectors_together,
            self.sums_under_way,
            self.shared_elements,
            self.loads_ahead,
            self.channels_together,
            self.load_group,
            self.load_bytes,
        )

    def passes(self, bytes: int) -> int:
        """Return the number of cycles that a vector occupies a pipe."""
        return max(-(-bytes // self.pipe_bytes), 1)

    def changed(self, values: Mapping[str, float]) -> Costs:
        """Return the record with other costs. Raises: ValueError unless positive and whole."""
        return replace(self, **{name: checked_cost(name, v) for name, v in values.items()})

    def differing(self, other: Costs) -> dict[str, float]:
        """Return its costs that differ from another record's, by name."""
        mine = vars(self)
        return {name: mine[name] for name, value in vars(other).items() if mine[name] != value}


COST_NAMES = tuple(field.name for field in fields(Costs))
COUNTS = frozenset(field.name for field in fields(Costs) if field.type == "int")
"""The costs that are whole numbers."""


def checked_cost(name: str, value: float) -> float:
    """Return a value of a cost. Raises: ValueError if the cost cannot have it."""
    is_possible = name in COST_NAMES and 0 < value < inf
    if not is_possible or (name in COUNTS and value != int(value)):
        raise ValueError(f"{name} cannot be {value}")
    return int(value) if name in COUNTS else float(value)


def named_cost(word: str) -> tuple[str, float] | None:
    """Return the cost and value in a word `memory_bandwidth=4.5`; None for another word."""
    match = re.fullmatch(r"(\w+)=(\d+(?:\.\d+)?)", word)
    return (match[1], float(match[2])) if match and match[1] in COST_NAMES else None


def cost_text(value: float) -> str:
    """Return a cost as text for such a word: exact, and without an exponent."""
    return f"{Decimal(repr(value)).normalize():f}"
