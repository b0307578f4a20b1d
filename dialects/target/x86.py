"""The records of x86."""

from __future__ import annotations

from .costs import Caches, Costs
from .isa import Extension, Isa
from .products import BFLOAT16, F16, FLOAT32, INT16, UINT8_INT8, Product

TRIPLE = "x86_64-unknown-linux-gnu"
CACHES = Caches(line=64, l1_way=4 << 10, l2=1 << 20, l3=10 << 20)
COSTS = Costs(pipes=2, pipe_bytes=32, instructions=5, multiply_add_latency=4, memory_bytes=7)
"""Of a core with two pipes of 256 bits; those of 512 bits are two of them."""

AVX_FEATURES = ("sse2", "sse3", "ssse3", "sse4.1", "sse4.2", "avx")
AVX2_FEATURES = (*AVX_FEATURES, "avx2", "fma", "f16c")
AVX512_FEATURES = ("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")


def pairs_of_i16(instructions: str, bits: int, intrinsic: str) -> Product:
    """The product that adds pairs of i16, whose sum an addition accumulates."""
    return Product(instructions, INT16, 2, bits, intrinsic, accumulates=False, temporaries=1)


X86_64 = Isa(
    name="x86-64",
    triple=TRIPLE,
    cpu="x86-64",
    # The scheduler's model of `x86-64` itself is a CPU of 2011, for which LLVM loads operands so
    # early that they do not fit in the registers.
    tuning_cpu="x86-64-v3",
    features=("sse2",),
    switches=("-prefer-256-bit",),
    vector_bytes=16,
    integer_vector_bytes=16,
    registers=16,
    overwrites_operand=True,
    products=(
        Product("mulps, addps", FLOAT32, 1, 128, "llvm.fmuladd.v4f32", temporaries=1),
        pairs_of_i16("pmaddwd, paddd", 128, "llvm.x86.sse2.pmadd.wd"),
    ),
    caches=CACHES,
    costs=COSTS,
    # All of LLVM's passes: without strength reduction some depthwise convolutions would spill.
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
        Product("vmulps, vaddps", FLOAT32, 1, 256, "llvm.fmuladd.v8f32", temporaries=2),
        pairs_of_i16("vpmaddwd, vpaddd", 128, "llvm.x86.sse2.pmadd.wd"),
    ),
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
        Product("vfmadd231ps", FLOAT32, 1, 256, "llvm.fmuladd.v8f32"),
        pairs_of_i16("vpmaddwd, vpaddd", 256, "llvm.x86.avx2.pmadd.wd"),
    ),
    caches=CACHES,
    costs=COSTS,
    left_out_passes=("codegenprepare", "loop-reduce", "store-merging"),
    widened_weights=(F16,),
    extensions=(
        Extension(
            "vnni",
            ("avxvnni",),
            (
                Product("vpdpwssd", INT16, 2, 256, "llvm.x86.avx512.vpdpwssd.256"),
                Product("vpdpbusd", UINT8_INT8, 4, 256, "llvm.x86.avx512.vpdpbusd.256"),
            ),
        ),
    ),
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
        Product("vfmadd231ps", FLOAT32, 1, 512, "llvm.fmuladd.v16f32"),
        pairs_of_i16("vpmaddwd, vpaddd", 512, "llvm.x86.avx512.pmaddw.d.512"),
    ),
    caches=CACHES,
    costs=COSTS,
    left_out_passes=("codegenprepare", "loop-reduce", "machine-scheduler", "store-merging"),
    widened_weights=(F16,),
    extensions=(
        Extension(
            "vnni",
            ("avx512vnni",),
            (
                Product("vpdpwssd", INT16, 2, 512, "llvm.x86.avx512.vpdpwssd.512"),
                Product("vpdpbusd", UINT8_INT8, 4, 512, "llvm.x86.avx512.vpdpbusd.512"),
            ),
        ),
        Extension(
            "bf16",
            ("avx512bf16",),
            tuple(
                Product("vdpbf16ps", BFLOAT16, 2, bits, f"llvm.x86.avx512bf16.dpbf16ps.{bits}")
                for bits in (512, 256, 128)
            ),
        ),
    ),
)

X86 = (
    X86_64,
    X86_AVX,
    X86_AVX2,
    X86_AVX512,
)
"""Weakest first."""
