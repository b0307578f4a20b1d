"""Ops are printed by the instructions of the record of the module's machine, or not at all."""

from __future__ import annotations

import pytest
from ncnnc.compiler.backend.llvm.module_printer import print_llvm_ir
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.dialects.target.attributes import ProductAttr
from ncnnc.dialects.target.elements import attribute_of
from ncnnc.dialects.target.products import FLOAT32
from ncnnc.dialects.target.records import Target, all_targets
from ncnnc.passes.common.target import set_target
from xdsl.dialects import func
from xdsl.dialects.builtin import VectorType
from xdsl.parser import Parser
from xdsl.utils.exceptions import PassFailedException


def printed(body: str, arguments: str, target: str | None) -> str:
    """LLVM IR of one op on a target."""
    text = f"func.func @f({arguments}) {{ {body} func.return }}"
    ctx = make_context()
    ctx.load_dialect(func.Func)
    module = Parser(ctx, text).parse_module()
    module.verify()
    if target is not None:
        set_target(module, Target.parse(target))
    return print_llvm_ir(module)


def dot(attribute: ProductAttr, bits: int) -> tuple[str, str]:
    """A `simd.dot` of vectors of a width, and its arguments."""
    types = attribute.product.types
    lanes = bits // types.accumulator.bits
    factors = attribute.product.accumulation.factors(lanes, attribute.product.steps)
    a, b, sum = (
        VectorType(attribute_of(element), [count])
        for element, count in (
            *zip((types.input, types.weight), factors, strict=True),
            (types.accumulator, lanes),
        )
    )
    arguments = f"%a: {a}, %b: {b}, %s: {sum}"
    return f"%r = simd.dot {attribute} %a, %b, %s : {a}, {b} -> {sum} ", arguments


@pytest.mark.parametrize("target", all_targets(), ids=lambda target: target.name)
def test_every_product_is_printed_by_its_own_intrinsic(target: Target):
    products = [p for p in target.products if p.types != FLOAT32]
    assert products
    assert not any(product.accumulation.by_element for product in products)
    for product in products:
        for bits, intrinsic in product.intrinsics:
            text = printed(*dot(ProductAttr.of(target.isa, product), bits), target.name)
            assert f"@{intrinsic}(" in text
            assert ("= add " in text) == ("sum" not in product.operands)


PAIRS = ProductAttr.of(Target.parse("x86-avx2").isa, Target.parse("x86-avx2").products[1])
QUADS = ProductAttr.of(Target.parse("x86-avx2").isa, Target.parse("x86-avx2+vnni").products[-1])
TRUNCATION = "%r = simd.truncate %x : vector<16xf32> -> vector<16xi32> "
ROUNDING = "%r = simd.round %x : vector<4xf32> -> vector<4xi32> "
LOOKUP = f"%r = simd.table_lookup %x {list(range(32))} : vector<8xi32> "


@pytest.mark.parametrize(
    ("code", "target", "message"),
    [
        (dot(PAIRS, 256), None, "the module has no target.machine"),
        (dot(PAIRS, 256), "x86-avx512", "x86-avx512 has no instruction vpmaddwd of x86-avx2"),
        (dot(QUADS, 256), "x86-avx2", "x86-avx2 has no instruction vpdpbusd of x86-avx2"),
        (
            (TRUNCATION, "%x: vector<16xf32>"),
            "x86-avx2",
            "x86-avx2 has no instruction to truncate 16 lanes",
        ),
        (
            (ROUNDING, "%x: vector<4xf32>"),
            "x86-avx2",
            "x86-avx2 has no instruction to round 4 lanes",
        ),
        (
            (LOOKUP, "%x: vector<8xi32>"),
            "x86-avx2",
            "x86-avx2 has no instruction to look up 8 places in 32 numbers",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_the_machine_lacks(code: tuple[str, str], target: str | None, message: str):
    with pytest.raises(PassFailedException, match=message):
        printed(*code, target)
