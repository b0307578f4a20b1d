"""Loops of products for aarch64 keep sums in registers, and multiply by elements of a register."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options.compile_options import CompileOptions

from tests.helpers.assembly_loops import (
    PRODUCT,
    STACK,
    analyzer,
    innermost_loops,
    products_of,
)
from tests.helpers.dual_issue import in_order_cycles
from tests.helpers.loop_shares import CASES, CORES, IN_ORDER, Case, convolution, shares

FLOAT = """7767517
6 6
Input        in    0 1 in 0=57 1=57 2=3
Convolution  first 1 1 in a 0=64 1=3 3=2 5=1 6=1728 9=1
Convolution  thin  1 1 a b 0=32 1=1 5=1 6=2048
Convolution  wide  1 1 b c 0=64 1=3 4=1 5=1 6=18432 9=1
Convolution  last  1 1 c d 0=64 1=1 5=1 6=4096
InnerProduct fc    1 1 d out 0=20 1=1 2=1003520
"""
IN_PARTS = """7767517
2 2
Input        in    0 1 in 0=14 1=14 2=160
Convolution  wide  1 1 in out 0=48 1=1 5=1 6=7680
"""
"""Products of so many channels are stored, and added to."""
INT8 = FLOAT.replace(" 5=1 ", " 5=1 8=2 ")
BY_ELEMENT = re.compile(r"\t(?:fmla|sdot)\t.*, v\d+\.(?:s|4b)\[\d\]$")
MODELLED = tuple(core for core in CORES if core != IN_ORDER)
FEWEST = 0.85
"""Share of a core's multiply-adds in its loops, as `llvm-mca` estimates it."""


@pytest.mark.parametrize(
    ("param", "target", "precision", "product"),
    [
        (FLOAT, "aarch64", "fp32", "fmla"),
        (IN_PARTS, "aarch64", "fp32", "fmla"),
        (FLOAT, "aarch64+bf16", "bf16", "bfmmla"),
        (INT8, "aarch64", "fp32", "sadalp"),
        (INT8, "aarch64+dotprod", "fp32", "sdot"),
        (INT8, "aarch64+i8mm", "fp32", "smmla"),
    ],
)
def test_sums_stay_in_registers(
    param: str, target: str, precision: str, product: str, tmp_path: Path
):
    path = tmp_path / "net.param"
    path.write_text(param)
    options = CompileOptions(str(path), target=target, precision=precision, random_weights=1)
    loops = list(innermost_loops(lower(options).assembly()))
    counted = [(loop, [m[1] for m in map(PRODUCT.match, loop) if m]) for loop in loops]
    found = [(loop, products) for loop, products in counted if len(products) >= 12]
    assert any(product in products for _, products in found)
    for loop, products in found:
        assert sum(bool(STACK.match(line)) for line in loop) <= len(products) / 16, loop
        alike = max(products.count("fmla"), products.count("sdot"))
        if alike > 24:
            assert sum(bool(BY_ELEMENT.match(line)) for line in loop) >= 0.7 * alike, loop


@pytest.mark.parametrize("param", [convolution(1, 4096), convolution(3, 36864), IN_PARTS])
def test_sums_begin_with_what_is_added_to_them(param: str, tmp_path: Path):
    path = tmp_path / "net.param"
    path.write_text(param)
    conv = {"c": "packed"} if "Convolution c " in param else {}
    options = CompileOptions(str(path), target="aarch64", random_weights=1, conv=conv)
    assembly = lower(options).assembly()
    assert "fmla" in assembly
    assert "fadd" not in assembly


@pytest.mark.skipif(analyzer() is None, reason="needs llvm-mca of llvmlite's LLVM")
@pytest.mark.parametrize("case", [CASES[0], CASES[4]], ids=lambda case: case.title)
def test_loops_keep_cores_busy(case: Case):
    for core, found in shares(case, MODELLED).items():
        assert found >= FEWEST, core


@pytest.mark.parametrize("case", CASES[4:6], ids=lambda case: case.title)
def test_an_in_order_core_loads_integers_beside_products(case: Case, tmp_path: Path):
    loop = case.loop(IN_ORDER, tmp_path)
    assert len(products_of(loop)) >= FEWEST * in_order_cycles(loop)
    assert not any(map(STACK.match, loop))
    whole = case.loop(f"{IN_ORDER}+load_bytes=64", tmp_path)
    assert in_order_cycles(whole) > 1.25 * in_order_cycles(loop)
