"""The table of inner kernels, and that LLVM has the instructions in it."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from ncnnc.compiler.backend.object.machine_code import emit_assembly, emit_object
from ncnnc.dialects.target.products import (
    BF16,
    BFLOAT16,
    F32,
    FLOAT32,
    INT8,
    INT16,
    S8,
    S16,
    S32,
    U8,
    ElementType,
    Product,
    ProductTypes,
)
from ncnnc.dialects.target.records import Target, all_targets
from ncnnc.runtime.code.jit import LoadedCode

pytestmark = pytest.mark.isa

FMA = ("vfmadd231ps", 1)
PAIRS = ("vpmaddwd, vpaddd", 2)

TABLE = {
    "x86-64": {FLOAT32: ("mulps, addps", 1), INT8: ("pmaddwd, paddd", 2)},
    "x86-avx": {FLOAT32: ("vmulps, vaddps", 1), INT8: PAIRS},
    "x86-avx2": {FLOAT32: FMA, INT8: PAIRS},
    "x86-avx2+vnni": {FLOAT32: FMA, INT8: ("vpdpbusd", 4), INT16: ("vpdpwssd", 2)},
    "x86-avx512": {FLOAT32: FMA, INT8: PAIRS},
    "x86-avx512+vnni": {FLOAT32: FMA, INT8: ("vpdpbusd", 4), INT16: ("vpdpwssd", 2)},
    "x86-avx512+bf16": {FLOAT32: FMA, INT8: PAIRS, BFLOAT16: ("vdpbf16ps", 2)},
    "x86-avx512+vnni+bf16": {
        **{FLOAT32: FMA, INT8: ("vpdpbusd", 4), INT16: ("vpdpwssd", 2)},
        **{BFLOAT16: ("vdpbf16ps", 2)},
    },
}
"""Target -> types of a product -> instructions and k."""


@pytest.mark.parametrize("name", TABLE)
def test_the_table(name: str):
    rows = dict(TABLE[name])
    rows.setdefault(INT16, rows[INT8])  # the pairs that s8 are widened to
    rows.setdefault(BFLOAT16, rows[FLOAT32])  # storage only
    for types, expected in rows.items():
        kernel = Target.parse(name).inner_kernel(types)
        assert (kernel.product.instruction, kernel.steps) == expected, str(types)


def test_every_target_is_in_the_table():
    assert {target.name for target in all_targets()} < TABLE.keys()


@pytest.mark.parametrize(
    ("name", "types", "rate"),
    [
        ("x86-64", INT8, 2),
        ("x86-avx", INT8, 1),  # 128-bit vectors against 256-bit ones
        ("x86-avx2", INT8, 2),
        ("x86-avx2+vnni", INT8, 4),
        ("x86-avx512", INT8, 2),
        ("x86-avx512+vnni", INT8, 4),
        ("x86-avx512+vnni", INT16, 2),
        ("x86-avx512", BFLOAT16, 1),
        ("x86-avx512+bf16", BFLOAT16, 2),
    ],
)
def test_rates_against_float32(name: str, types: ProductTypes, rate: int):
    target = Target.parse(name)
    product, float32 = target.inner_kernel(types).product, target.inner_kernel(FLOAT32).product
    assert product.multiply_adds == rate * float32.multiply_adds


def test_what_is_converted():
    vnni, plain = Target.parse("x86-avx512+vnni"), Target.parse("x86-avx2")
    assert vnni.inner_kernel(INT8).product.types.input is U8
    assert plain.inner_kernel(INT8).product.types == INT16
    assert vnni.inner_kernel(BFLOAT16).product.types == FLOAT32
    assert vnni.inner_kernel(INT8).converts
    assert not plain.inner_kernel(FLOAT32).converts


def test_no_product_without_an_instruction():
    with pytest.raises(LookupError, match="x86-64 has no instruction for s32 x s32 -> s32"):
        Target.parse("x86-64").inner_kernel(ProductTypes(S32, S32, S32))


@pytest.mark.parametrize(
    ("name", "types", "registers"),
    [
        ("x86-64", FLOAT32, 15),
        ("x86-avx", FLOAT32, 14),
        ("x86-avx2", FLOAT32, 16),
        ("x86-avx2", INT8, 15),
        ("x86-avx2+vnni", INT8, 16),
        ("x86-avx512+vnni", INT8, 32),
        ("x86-avx512+bf16", BFLOAT16, 32),
    ],
)
def test_which_tiles_fit(name: str, types: ProductTypes, registers: int):
    kernel = Target.parse(name).inner_kernel(types)
    assert kernel.registers == registers
    for vectors in (1, 2, 3, 4):
        pixels = kernel.most_pixels(vectors)
        assert kernel.fits(pixels, vectors)
        assert pixels * vectors + vectors + 1 <= registers
        assert not kernel.fits(pixels + 1, vectors)
    assert kernel.without(registers - 3).most_pixels(4) == 0


def test_reductions_are_rounded_up():
    kernel = Target.parse("x86-avx512+vnni").inner_kernel(INT8)
    assert [kernel.reductions(channels) for channels in (1, 4, 5, 64)] == [1, 1, 2, 16]


# What LLVM makes of an intrinsic --------------------------------------------------------------

LLVM_TYPES = {F32: "float", BF16: "bfloat", S32: "i32", S16: "i16", S8: "i8", U8: "i8"}
NUMPY_TYPES = {F32: np.float32, S32: np.int32, S16: np.int16, S8: np.int8, U8: np.uint8}
PRODUCTS = {
    (target.name, product.instruction): (target, product)
    for target in all_targets()
    for product in (target.extensions[-1] if target.extensions else target.isa).products
}
"""Each with the first target that has it."""


def vector(product: Product, element: ElementType) -> str:
    """LLVM's type of a vector of these."""
    return f"<{product.bits // element.bits} x {LLVM_TYPES[element]}>"


def code_of(product: Product) -> str:
    """LLVM IR of a function that adds products of two vectors to those of a third."""
    types = (product.types.input, product.types.weight, product.types.accumulator)
    a, b, c = (vector(product, element) for element in types)
    operands = [f"{a} %a", f"{b} %b"]
    if product.accumulates and product.types == FLOAT32:
        operands.append(f"{c} %c")
    elif product.accumulates:
        operands.insert(0, f"{c} %c")
    call = f"call {c} @{product.intrinsic}({', '.join(operands)})"
    lines = [f"%a = load {a}, ptr %p, align 1", f"%b = load {b}, ptr %q, align 1"]
    lines += [f"%c = load {c}, ptr %r, align 1"]
    lines += [f"%s = {call}"] if product.accumulates else [f"%m = {call}", f"%s = add {c} %m, %c"]
    body = "\n  ".join([*lines, f"store {c} %s, ptr %r, align 1", "ret void"])
    declared = ", ".join(operand.split(" %")[0] for operand in operands)
    return (
        f"define void @f(ptr %p, ptr %q, ptr %r) {{\n  {body}\n}}\n"
        f"declare {c} @{product.intrinsic}({declared})\n"
    )


@pytest.mark.parametrize("key", PRODUCTS, ids=" ".join)
def test_the_intrinsic_is_the_instruction(key: tuple[str, str]):
    target, product = PRODUCTS[key]
    assembly = emit_assembly(code_of(product), target)
    for instruction in product.instruction.split(", "):
        # The order of a fused multiply-add's operands is the compiler's choice.
        assert f"\t{instruction.replace('231', '')[:6]}" in assembly
    widest = {128: "%xmm", 256: "%ymm", 512: "%zmm"}[product.bits]
    assert widest in assembly


def as_float(bits: np.ndarray) -> np.ndarray:
    """The values of bf16 numbers."""
    return (bits.astype(np.uint32) << 16).view(np.float32)


def random_numbers(element: ElementType, count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Small whole numbers as they lie in memory, and their values."""
    low = 0 if element is U8 else -100
    values = np.random.default_rng(seed).integers(low, 100, count)
    if element is BF16:
        bits = (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
        return bits, as_float(bits)
    stored = values.astype(NUMPY_TYPES[element])
    return stored, stored


@pytest.mark.parametrize("key", PRODUCTS, ids=" ".join)
def test_the_instruction_sums_k_neighbours(key: tuple[str, str]):
    target, product = PRODUCTS[key]
    count = product.multiply_adds
    a, a_values = random_numbers(product.types.input, count, 0)
    b, b_values = random_numbers(product.types.weight, count, 1)
    c, c_values = random_numbers(product.types.accumulator, product.lanes, 2)
    sums = (a_values.astype(np.int64) * b_values.astype(np.int64)).reshape(-1, product.steps)
    expected = c_values + sums.sum(axis=1)
    code = LoadedCode(emit_object(code_of(product), target), target.features)
    function = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3)(code.address("f"))
    function(*(array.ctypes.data for array in (a, b, c)))
    np.testing.assert_array_equal(c, expected)
