"""The record of aarch64, whose vectors have 128 bits on every machine."""

from __future__ import annotations

from .costs import Caches, Costs
from .isa import Core, Extension, Isa
from .meaning import (
    add_bfloat_sums,
    add_integer_products,
    nearest_bf16,
    rounded_f16,
    widened_f16,
)
from .narrowing import FloatConversion, Rounding
from .products import (
    BF16,
    BFLOAT16,
    F16,
    F32,
    INT8,
    INT16,
    InputForm,
    Intrinsic,
    Product,
    blocks,
    multiply_adds,
)

FMLA = multiply_adds("fmla", 128, takes_elements=True)
PAIRS_OF_BYTES = Product(
    "smull, sadalp",
    INT8,
    2,
    (Intrinsic(128, "llvm.aarch64.neon.smull.v8i16"),),
    add_integer_products,
    operands=("input", "weight"),
    neighbours="llvm.aarch64.neon.saddlp.v4i32.v8i16",
    temporaries=3,
)
SMLAL = Product(
    "smlal",
    INT16,
    1,
    (Intrinsic(128, "llvm.aarch64.neon.smull.v4i32"),),
    add_integer_products,
    # LLVM fuses product and addition into one instruction.
    operands=("input", "weight"),
    form=InputForm.WIDENED,
    rate=0.5,
)
SDOT = Product(
    "sdot",
    INT8,
    4,
    (Intrinsic(128, "llvm.aarch64.neon.sdot.v4i32.v16i8"),),
    add_integer_products,
    operands=("sum", "weight", "input"),
    takes_elements=True,
)
BFDOT = Product(
    "bfdot",
    BFLOAT16,
    2,
    (Intrinsic(128, "llvm.aarch64.neon.bfdot.v4f32.v8bf16"),),
    add_bfloat_sums,
)
SMMLA = Product(
    "smmla",
    INT8,
    8,
    (Intrinsic(128, "llvm.aarch64.neon.smmla.v4i32.v16i8"),),
    add_integer_products,
    accumulation=blocks(2, 2),
)
BFMMLA = Product(
    "bfmmla",
    BFLOAT16,
    4,
    (Intrinsic(128, "llvm.aarch64.neon.bfmmla"),),
    add_bfloat_sums,
    accumulation=blocks(2, 2),
)
EVERY_VARIANT = (range(16),)
ARM, APPLE = "0x41", "0x61"
OUT_OF_ORDER = {"loads_ahead": 2}
"""Loads that go far ahead take registers that sums could have. Assumed, as LLVM's models say."""
CORTEX_A55 = Core(
    "cortex-a55",
    ARM,
    {0xD05: EVERY_VARIANT},
    {
        "pipes": 1,
        "instructions": 2,
        "l2_bandwidth": 8,
        "memory_bandwidth": 3,
        # Two instructions issue in a cycle, one of them on vectors of 128 bits.
        "transform_cycles": 1.1,
        "gather_cycles": 5,
        "load_group": 1,
        "load_bytes": 8,
    },
    l2=128 << 10,
)
"""
Issue and the load pipe of 64 bits: LLVM's AArch64SchedA55.td, after Arm's guide, which is also the
L2 bandwidth here. Assumed: the bandwidth of memory, the L2 cache (64 to 256 KiB, or none), and the
cycles of transforms and gathering.
"""
CORTEX_A76 = Core("cortex-a76", ARM, {0xD0B: EVERY_VARIANT}, OUT_OF_ORDER)
"""The ISA's costs; LLVM has no model of it, and takes Cortex-A57's."""
NEOVERSE_N1 = Core(
    "neoverse-n1",
    ARM,
    {0xD0C: EVERY_VARIANT},
    {**OUT_OF_ORDER, "l2_bandwidth": 29, "memory_bandwidth": 8},
    l2=1 << 20,
)
"""
L2 cache, and bandwidths of one core of a Graviton2 at 2.5 GHz: 73.4 and 20.9 GB/s (Arm's learning
path "memory-subsystem", measured by ASCT). An Ampere Altra reads 19 bytes a cycle from L2
(chipsandcheese.com, 2021-10-22).
"""
NEOVERSE_V2 = Core(
    "neoverse-v2",
    ARM,
    {0xD4F: EVERY_VARIANT},
    {
        **OUT_OF_ORDER,
        "pipes": 4,
        "instructions": 6,
        "load_group": 2,
        "l2_bandwidth": 34,
        "memory_bandwidth": 13,
    },
    l2=1 << 20,
)
"""
Pipes and issue: LLVM's AArch64SchedNeoverseV2.td, after Arm's guide r0p2: `smmla` and `bfmmla` go
to all four. A load of four vectors is five instructions there, which begin together. Bandwidths of
one core of a Graviton4 at 2.8 GHz, as above: 95.1 and 37.0 GB/s. It has 2 MiB of L2; assumed is the
half, which other chips have.
"""
APPLE_M1 = Core(
    "apple-m1",
    APPLE,
    {part: EVERY_VARIANT for part in (0x23, 0x25, 0x29)},
    {**OUT_OF_ORDER, "pipes": 4, "instructions": 8, "memory_bandwidth": 18},
    # Four cores share 12 MiB.
    l2=3 << 20,
)
"""
L2 cache: Wikipedia, "Apple M1". Assumed: pipes, issue (LLVM's model has six instructions a cycle,
and three pipes for some products), and the bandwidth of memory, 58 GB/s at 3.2 GHz.
"""
AARCH64 = Isa(
    name="aarch64",
    triple="aarch64-unknown-linux-gnu",
    cpu="generic",
    tuning_cpu="cortex-a76",
    features=("neon",),
    # macOS and Windows reserve this register; the code is the same for all systems.
    switches=("+reserve-x18",),
    vector_bytes=16,
    integer_vector_bytes=16,
    registers=32,
    overwrites_operand=False,
    products=(FMLA, PAIRS_OF_BYTES, SMLAL),
    roundings=(
        Rounding(1, "fcvtas", "llvm.aarch64.neon.fcvtas.i32.f32", "frinta"),
        Rounding(2, "fcvtas", "llvm.aarch64.neon.fcvtas.v2i32.v2f32", "frinta"),
        Rounding(4, "fcvtas", "llvm.aarch64.neon.fcvtas.v4i32.v4f32", "frinta"),
    ),
    # `fcvtzs` saturates, so it is not a `Truncation`.
    conversions=(
        FloatConversion("fcvtl", F16, F32, widened_f16),
        FloatConversion("fcvtn", F32, F16, rounded_f16),
    ),
    # A Cortex-A76: two 128-bit pipes and four instructions a cycle are assumed, from memory of its
    # guide. Caches and bandwidth of memory: a Raspberry Pi 5 at 2.4 GHz, 17 GB/s at most
    # (threedots.ovh, 2023-09); four ways of L1: learn.arm.com of its sibling N1. L2 is assumed.
    caches=Caches(line=64, l1_way=16 << 10, l1_ways=4, l2=512 << 10, l3=2 << 20),
    costs=Costs(
        pipes=2,
        pipe_bytes=16,
        instructions=4,
        multiply_add_latency=4,
        memory_bandwidth=7,
        # No registers are reserved for rounding constants: tiles are small when two are pipelined.
        registers_per_constant=9,
        # In-order cores must not wait for the operands of a product.
        loads_ahead=4,
        load_group=4,
        channels_together=16,
        # Elements that a table finds are loaded one by one, others four by an instruction.
        table_cycles=0.5,
        block_sums=14,
    ),
    # Loads of pairs have no scaled index.
    advances_pointers=True,
    begins_with_bias=True,
    load_groups=tuple((n, f"llvm.aarch64.neon.ld1x{n}.v4f32.p0") for n in (2, 3, 4)),
    propagates_nan=True,
    # The scheduler loads inputs so early that they do not fit in the registers beside the sums.
    left_out_passes=("machine-scheduler",),
    extensions=(
        Extension("dotprod", ("dotprod",), (SDOT,)),
        Extension("i8mm", ("i8mm",), (SMMLA,)),
        Extension(
            "bf16",
            ("bf16",),
            (BFDOT, BFMMLA),
            (FloatConversion("bfcvtn", F32, BF16, nearest_bf16),),
        ),
    ),
    cores=(CORTEX_A55, CORTEX_A76, NEOVERSE_N1, NEOVERSE_V2, APPLE_M1),
)
