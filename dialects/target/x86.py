"""The records of x86."""

from __future__ import annotations

from .costs import Caches, Costs
from .isa import Core, Extension, Isa
from .meaning import (
    add_bfloat_pairs,
    add_bfloat_rows,
    add_integer_products,
    add_saturated_products,
    rounded_bf16,
    rounded_f16,
    widened_f16,
)
from .narrowing import FloatConversion, Lookup, Pack, Truncation
from .products import (
    BF16,
    BFLOAT16,
    F16,
    F32,
    INT8,
    INT16,
    UINT8_INT8,
    UINT8_INT8_NARROW,
    InputForm,
    Intrinsic,
    Product,
    TileRegisters,
    blocks,
    intrinsics,
    multiply_adds,
)

TRIPLE = "x86_64-unknown-linux-gnu"
CACHES = Caches(line=64, l1_way=4 << 10, l1_ways=8, l2=1 << 20, l3=10 << 20)
COSTS = Costs(pipes=2, pipe_bytes=32, instructions=5, multiply_add_latency=4, memory_bandwidth=7)
"""Costs of a core with two 256-bit pipes; 512-bit operations occupy both."""

ZEN5 = Core(
    "zen5",
    "AuthenticAMD",
    # Servers, desktops and Strix Halo. Other mobile models split 512-bit vectors in two halves.
    {26: (range(0x00, 0x20), range(0x40, 0x50), range(0x70, 0x80))},
    {
        "pipe_bytes": 64,
        "memory_bandwidth": 10,
        "l2_bandwidth": 62,
        "copy_cycles": 2.2,
        "piece_cycles": 6,
        "stores_under_way": 32,
        "heavy_epilogue": 40,
        "bands_in_cache": 4,
    },
)
"""Measured on a server (`ncnnc targets --measure`)."""

AVX_FEATURES = ("sse2", "sse3", "ssse3", "sse4.1", "sse4.2", "avx")
AVX2_FEATURES = (*AVX_FEATURES, "avx2", "fma", "f16c")
AVX512_FEATURES = ("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")


PAIRS_OF_I16 = {
    128: "llvm.x86.sse2.pmadd.wd",
    256: "llvm.x86.avx2.pmadd.wd",
    512: "llvm.x86.avx512.pmaddw.d.512",
}


PAIRS_OF_BYTES = {
    128: "llvm.x86.ssse3.pmadd.ub.sw.128",
    256: "llvm.x86.avx2.pmadd.ub.sw",
    512: "llvm.x86.avx512.pmaddubs.w.512",
}


def pairs_of_i16(instructions: str, *widths: int) -> Product:
    """Return the product that adds pairs of i16; an addition accumulates their sums."""
    return Product(
        instructions,
        INT16,
        2,
        tuple(Intrinsic(bits, PAIRS_OF_I16[bits]) for bits in widths),
        add_integer_products,
        operands=("input", "weight"),
        form=InputForm.WIDENED,
        temporaries=1,
    )


def pairs_of_bytes(*widths: int) -> Product:
    """Return the product that adds pairs of bytes in 16 bits; an addition accumulates."""
    return Product(
        "vpmaddubsw, vpaddw",
        UINT8_INT8_NARROW,
        2,
        tuple(Intrinsic(bits, PAIRS_OF_BYTES[bits]) for bits in widths),
        add_saturated_products,
        operands=("input", "weight"),
        temporaries=1,
    )


def vnni(*widths: int) -> tuple[Product, ...]:
    """Return the products of VNNI, which accumulate."""
    return (
        Product(
            "vpdpwssd",
            INT16,
            2,
            intrinsics("llvm.x86.avx512.vpdpwssd.{bits}", *widths),
            add_integer_products,
            form=InputForm.WIDENED,
        ),
        Product(
            "vpdpbusd",
            UINT8_INT8,
            4,
            intrinsics("llvm.x86.avx512.vpdpbusd.{bits}", *widths),
            add_integer_products,
            form=InputForm.SIGN_FLIPPED,
        ),
    )


PAIRS_OF_BF16 = Product(
    "vdpbf16ps",
    BFLOAT16,
    2,
    intrinsics("llvm.x86.avx512bf16.dpbf16ps.{bits}", 512, 256, 128),
    add_bfloat_pairs,
    # The last operand may be in memory: inputs are, broadcast to all lanes.
    operands=("sum", "weight", "input"),
)

TILES = TileRegisters(
    8,
    "x86_amx",
    "llvm.x86.cast.vector.to.tile",
    "llvm.x86.cast.tile.to.vector",
)
TILES_OF_INT8 = Product(
    "tdpbssd",
    INT8,
    64,
    (Intrinsic(8192, "llvm.x86.tdpbssd.internal"),),
    add_integer_products,
    accumulation=blocks(16, 16, together=4),
    tiles=TILES,
)
TILES_OF_BF16 = Product(
    "tdpbf16ps",
    BFLOAT16,
    32,
    (Intrinsic(8192, "llvm.x86.tdpbf16ps.internal"),),
    add_bfloat_rows,
    accumulation=blocks(16, 16, together=2),
    tiles=TILES,
)

SSE_TRUNCATION = Truncation(4, "cvttps2dq", "llvm.x86.sse2.cvttps2dq")
AVX_TRUNCATION = Truncation(8, "vcvttps2dq", "llvm.x86.avx.cvtt.ps2dq.256")
AVX512_TRUNCATION = Truncation(
    16, "vcvttps2dq", "llvm.x86.avx512.mask.cvttps2dq.512", is_masked=True
)
SSE_PACK = Pack(
    4,
    ("packssdw", "packsswb"),
    ("llvm.x86.sse2.packssdw.128", "llvm.x86.sse2.packsswb.128"),
    is_found=True,
)
AVX2_PACK = Pack(
    8,
    ("vpackssdw", "vpacksswb"),
    ("llvm.x86.avx2.packssdw", "llvm.x86.avx2.packsswb"),
    is_found=True,
)
AVX512_PACK = Pack(
    16,
    ("vpackssdw", "vpacksswb"),
    ("llvm.x86.avx512.packssdw.512", "llvm.x86.avx512.packsswb.512"),
)
AVX2_LOOKUP = Lookup(8, 8, "vpermps", "llvm.x86.avx2.permd")
AVX512_LOOKUP = Lookup(16, 32, "vpermt2d", "llvm.x86.avx512.vpermi2var.d.512")
WIDENED_F16 = FloatConversion("vcvtph2ps", F16, F32, widened_f16)
ROUNDED_F16 = FloatConversion("vcvtps2ph", F32, F16, rounded_f16)
F16C = (WIDENED_F16, ROUNDED_F16)


X86_64 = Isa(
    name="x86-64",
    triple=TRIPLE,
    cpu="x86-64",
    # The scheduling model of `x86-64` itself is a CPU of 2011: with it LLVM loads operands so
    # early that they do not fit in the registers.
    tuning_cpu="x86-64-v3",
    features=("sse2",),
    switches=("-prefer-256-bit",),
    vector_bytes=16,
    integer_vector_bytes=16,
    registers=16,
    overwrites_operand=True,
    products=(
        multiply_adds("mulps, addps", 128, temporaries=1),
        pairs_of_i16("pmaddwd, paddd", 128),
    ),
    truncations=(SSE_TRUNCATION,),
    packs=(SSE_PACK,),
    caches=CACHES,
    costs=COSTS,
    # No pass is left out: without strength reduction some depthwise convolutions would spill.
)

X86_AVX = Isa(
    name="x86-avx",
    triple=TRIPLE,
    cpu="x86-64",
    tuning_cpu="btver2",  # has AVX, but no fused multiply-adds
    features=AVX_FEATURES,
    switches=("-prefer-256-bit",),
    vector_bytes=32,
    integer_vector_bytes=16,
    registers=16,
    overwrites_operand=False,
    products=(
        multiply_adds("vmulps, vaddps", 256, 128, temporaries=2),
        pairs_of_i16("vpmaddwd, vpaddd", 128),
    ),
    truncations=(AVX_TRUNCATION, SSE_TRUNCATION),
    packs=(SSE_PACK,),
    caches=CACHES,
    costs=COSTS,
    left_out_passes=("codegenprepare", "loop-reduce", "store-merging"),
)

X86_AVX2 = Isa(
    name="x86-avx2",
    triple=TRIPLE,
    cpu="x86-64",
    tuning_cpu="x86-64-v3",
    features=AVX2_FEATURES,
    switches=("-prefer-256-bit",),
    vector_bytes=32,
    integer_vector_bytes=32,
    registers=16,
    overwrites_operand=False,
    products=(
        multiply_adds("vfmadd231ps", 256, 128),
        pairs_of_i16("vpmaddwd, vpaddd", 256, 128),
        pairs_of_bytes(256, 128),
    ),
    truncations=(AVX_TRUNCATION, SSE_TRUNCATION),
    packs=(AVX2_PACK, SSE_PACK),
    lookup=AVX2_LOOKUP,
    conversions=F16C,
    caches=CACHES,
    costs=COSTS,
    left_out_passes=("codegenprepare", "loop-reduce", "store-merging"),
    extensions=(Extension("vnni", ("avxvnni",), vnni(256, 128)),),
)

X86_AVX512 = Isa(
    name="x86-avx512",
    triple=TRIPLE,
    cpu="x86-64",
    tuning_cpu="x86-64-v4",
    features=(*AVX2_FEATURES, *AVX512_FEATURES),
    switches=("-prefer-256-bit",),
    vector_bytes=64,
    integer_vector_bytes=64,
    registers=32,
    overwrites_operand=False,
    products=(
        multiply_adds("vfmadd231ps", 512, 256, 128),
        pairs_of_i16("vpmaddwd, vpaddd", 512, 256, 128),
        pairs_of_bytes(512, 256, 128),
    ),
    truncations=(AVX512_TRUNCATION, AVX_TRUNCATION, SSE_TRUNCATION),
    packs=(AVX512_PACK, AVX2_PACK, SSE_PACK),
    lookup=AVX512_LOOKUP,
    conversions=F16C,
    caches=CACHES,
    costs=COSTS,
    left_out_passes=("codegenprepare", "loop-reduce", "machine-scheduler", "store-merging"),
    extensions=(
        Extension("vnni", ("avx512vnni",), vnni(512, 256, 128)),
        Extension(
            "bf16",
            ("avx512bf16",),
            (PAIRS_OF_BF16,),
            (FloatConversion("vcvtneps2bf16", F32, BF16, rounded_bf16),),
        ),
        Extension(
            "amx",
            ("amx-tile", "amx-int8", "amx-bf16"),
            # An instruction takes 16 cycles: 1024 products of int8 in a cycle, and VNNI does 128.
            (TILES_OF_INT8, TILES_OF_BF16),
            is_tried=False,
        ),
    ),
    cores=(ZEN5,),
)

X86 = (
    X86_64,
    X86_AVX,
    X86_AVX2,
    X86_AVX512,
)
"""The records of x86, the weakest first."""
