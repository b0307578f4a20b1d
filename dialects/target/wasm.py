"""The record of WebAssembly, whose vectors have 128 bits on every machine."""

from __future__ import annotations

from .costs import Caches, Costs
from .isa import Extension, Isa, ObjectFormat
from .meaning import add_integer_products
from .narrowing import Pack
from .products import INT8, INT16, InputForm, Intrinsic, Product, multiply_adds

PAIRS_OF_I16 = Product(
    "i32x4.dot_i16x8_s, i32x4.add",
    INT16,
    2,
    (Intrinsic(128, "llvm.wasm.dot"),),
    add_integer_products,
    operands=("input", "weight"),
    form=InputForm.WIDENED,
    temporaries=1,
)
FOURS_OF_I8 = Product(
    "i32x4.relaxed_dot_i8x16_i7x16_add_s",
    INT8,
    4,
    (Intrinsic(128, "llvm.wasm.relaxed.dot.i8x16.i7x16.add.signed"),),
    add_integer_products,
    operands=("weight", "input", "sum"),
    temporaries=1,
    # On machines without such an instruction, engines emit three or more.
    rate=0.5,
    non_negative=True,
)
ATOMICS, RELAXED = "atomics", "relaxed-simd"
"""The feature of memory shared by several threads."""
WASM = Isa(
    name="wasm",
    triple="wasm32-unknown-unknown",
    cpu="mvp",
    tuning_cpu="mvp",
    features=("simd128", "bulk-memory", "mutable-globals", "sign-ext", "nontrapping-fptoint"),
    switches=(),
    vector_bytes=16,
    integer_vector_bytes=16,
    # Registers of the machines that run it: x86 has 16, and engines reserve one or two of them.
    registers=14,
    overwrites_operand=False,
    products=(multiply_adds("f32x4.mul, f32x4.add", 128, temporaries=1), PAIRS_OF_I16),
    packs=(
        Pack(
            4,
            ("i16x8.narrow_i32x4_s", "i8x16.narrow_i16x8_s"),
            ("llvm.wasm.narrow.signed.v8i16.v4i32", "llvm.wasm.narrow.signed.v16i8.v8i16"),
        ),
    ),
    caches=Caches(line=64, l1_way=4 << 10, l1_ways=8, l2=512 << 10, l3=8 << 20),
    # Five rows of two vectors fit, but four are 1.3 times as fast in V8 11 and 12.
    costs=Costs(
        pipes=2,
        pipe_bytes=16,
        instructions=4,
        multiply_add_latency=4,
        memory_bandwidth=7,
        spared_registers=2,
    ),
    object_format=ObjectFormat.WASM,
    extensions=(
        Extension(
            "relaxed",
            (RELAXED,),
            (multiply_adds("f32x4.relaxed_madd", 128), FOURS_OF_I8),
        ),
        Extension("threads", (ATOMICS,)),
    ),
)
