"""The table of inner kernels: by which instruction each target multiplies which types."""

from __future__ import annotations

from dataclasses import replace

import pytest
from ncnnc.dialects.target.isa import Isa
from ncnnc.dialects.target.products import (
    BFLOAT16,
    F16,
    F32,
    FLOAT32,
    INT8,
    INT16,
    S32,
    UINT8_INT8,
    InputForm,
    ProductTypes,
)
from ncnnc.dialects.target.records import ISAS, Target, all_targets

FMA = ("vfmadd231ps", 1)
FMLA = ("fmla", 1)
SMLAL = ("smlal", 1)
WASM_PAIRS = ("i32x4.dot_i16x8_s, i32x4.add", 2)
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
    # Products in tile registers do not add lane by lane.
    "x86-avx512+amx": {FLOAT32: FMA, INT8: PAIRS},
    "aarch64": {FLOAT32: FMLA, INT8: ("smull, sadalp", 2), INT16: SMLAL},
    "aarch64+dotprod": {FLOAT32: FMLA, INT8: ("sdot", 4), INT16: SMLAL},
    "aarch64+i8mm": {FLOAT32: FMLA, INT8: ("smull, sadalp", 2), INT16: SMLAL},
    "aarch64+bf16": {
        **{FLOAT32: FMLA, INT8: ("smull, sadalp", 2), INT16: SMLAL, BFLOAT16: ("bfdot", 2)},
    },
    "wasm": {FLOAT32: ("f32x4.mul, f32x4.add", 1), INT8: WASM_PAIRS},
    "wasm+relaxed": {FLOAT32: ("f32x4.relaxed_madd", 1), INT8: WASM_PAIRS},
    "wasm+threads": {FLOAT32: ("f32x4.mul, f32x4.add", 1), INT8: WASM_PAIRS},
    "wasm+relaxed+threads": {FLOAT32: ("f32x4.relaxed_madd", 1), INT8: WASM_PAIRS},
}
"""Target -> types of a product -> instructions and k; None without one."""


@pytest.mark.parametrize("name", TABLE)
def test_the_table(name: str):
    rows = dict(TABLE[name])
    rows.setdefault(INT16, rows[INT8])  # the pairs that s8 are widened to
    rows.setdefault(BFLOAT16, rows[FLOAT32])  # storage only
    for types, expected in rows.items():
        product = Target.parse(name).product(types)
        assert (product and (product.instruction, product.steps)) == expected, str(types)


def test_products_of_inputs_that_are_not_negative():
    relaxed, types = Target.parse("wasm+relaxed"), replace(INT8, non_negative=True)
    name = "i32x4.relaxed_dot_i8x16_i7x16_add_s"
    assert relaxed.inner_kernel(types).product.name == name
    assert relaxed.inner_kernel(INT8).product.name != name
    for other in ("wasm", "x86-avx2", "x86-avx512+vnni", "aarch64+i8mm"):
        target = Target.parse(other)
        assert target.product(types) is target.product(INT8)
        assert target.block_product(types) is target.block_product(INT8)


def test_every_target_is_in_the_table():
    assert {target.name for target in all_targets()} <= TABLE.keys()


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
        ("aarch64", INT8, 2),
        ("aarch64+dotprod", INT8, 4),
        ("aarch64+bf16", BFLOAT16, 2),
    ],
)
def test_rates_against_float32(name: str, types: ProductTypes, rate: int):
    target = Target.parse(name)
    product, float32 = target.inner_kernel(types).product, target.inner_kernel(FLOAT32).product
    assert product.multiply_adds == rate * float32.multiply_adds


@pytest.mark.parametrize(
    ("name", "types", "multiplied", "form"),
    [
        ("x86-avx512+vnni", INT8, UINT8_INT8, InputForm.SIGN_FLIPPED),
        ("x86-avx512+vnni", INT16, INT16, InputForm.AS_IS),
        ("x86-avx512+vnni", BFLOAT16, FLOAT32, InputForm.WIDENED),
        ("x86-avx512+bf16", BFLOAT16, BFLOAT16, InputForm.AS_IS),
        ("x86-avx2", INT8, INT16, InputForm.WIDENED),
        ("x86-avx2", FLOAT32, FLOAT32, InputForm.AS_IS),
        ("x86-avx2", ProductTypes(F32, F16, F32), FLOAT32, InputForm.WIDENED),
    ],
)
def test_the_form_of_inputs(
    name: str, types: ProductTypes, multiplied: ProductTypes, form: InputForm
):
    kernel = Target.parse(name).inner_kernel(types)
    assert (kernel.product.types, kernel.form) == (multiplied, form)


@pytest.mark.parametrize(
    ("name", "types", "instruction"),
    [
        ("aarch64+dotprod", INT8, None),
        ("aarch64+i8mm", INT8, "smmla"),
        ("aarch64+i8mm", BFLOAT16, None),
        ("aarch64+bf16", BFLOAT16, "bfmmla"),
        ("x86-avx512+vnni", INT8, None),
    ],
)
def test_small_matrices(name: str, types: ProductTypes, instruction: str | None):
    product = Target.parse(name).block_product(types)
    assert (product and product.name) == instruction


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
        ("aarch64", INT8, 29),
        ("aarch64+dotprod", INT8, 32),
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


@pytest.mark.parametrize("isa", ISAS.values(), ids=ISAS)
def test_names_of_products_are_unique(isa: Isa):
    products = [*isa.products, *(p for e in isa.extensions for p in e.products)]
    assert len({product.name for product in products}) == len(products)
    assert [product.types for product in isa.products].count(FLOAT32) == 1


def test_reductions_are_rounded_up():
    kernel = Target.parse("x86-avx512+vnni").inner_kernel(INT8)
    assert [kernel.reductions(channels) for channels in (1, 4, 5, 64)] == [1, 1, 2, 16]


@pytest.mark.parametrize("types", [INT8, BFLOAT16], ids=str)
def test_products_in_tile_registers(types: ProductTypes):
    target = Target.parse("x86-avx512+vnni+bf16+amx")
    assert target.block_product(types) is None
    kernel = target.tile_kernel(types)
    assert kernel is not None
    # Eight registers hold the sums, the weights of each vector and one matrix of inputs.
    assert [kernel.most_pixels(vectors) for vectors in (1, 2, 3, 4)] == [96, 32, 16, 0]
    assert Target.parse("x86-avx512+vnni+bf16").tile_kernel(types) is None
