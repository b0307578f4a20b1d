"""A machine of another family is one more record: nothing between model and LLVM asks which."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.dialects.target.costs import Caches, Costs
from ncnnc.dialects.target.isa import Extension, Isa
from ncnnc.dialects.target.products import BFLOAT16, FLOAT32, INT8, Product
from ncnnc.dialects.target.records import ISAS, Target

PARAM = Path(__file__).parents[2] / "filecheck" / "compiler" / "cli" / "inputs" / "small.param"

AARCH64 = Isa(
    name="aarch64",
    triple="aarch64-unknown-linux-gnu",
    cpu="generic",
    tuning_cpu="cortex-a76",
    features=("neon",),
    switches=(),
    vector_bytes=16,
    integer_vector_bytes=16,
    registers=32,
    overwrites_operand=False,
    products=(Product("fmla", FLOAT32, 1, 128, "llvm.fmuladd.v4f32"),),
    caches=Caches(line=64, l1_way=16 << 10, l2=512 << 10, l3=2 << 20),
    costs=Costs(pipes=2, pipe_bytes=16, instructions=4, multiply_add_latency=4, memory_bytes=7),
    extensions=(
        Extension(
            "dotprod",
            ("dotprod",),
            (Product("sdot", INT8, 4, 128, "llvm.aarch64.neon.sdot.v4i32.v16i8"),),
        ),
    ),
)


@pytest.fixture(autouse=True)
def _with_aarch64(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(ISAS, AARCH64.name, AARCH64)


def test_its_name_is_known():
    target = Target.parse("aarch64+dotprod+l2=1M")
    assert target.features == ("neon", "dotprod")
    assert (target.lanes, target.l2_bytes) == (4, 1 << 20)
    assert Target.parse("aarch64").name == Target.parse("aarch64+l2=512K").name == "aarch64"


def test_its_products_are_in_the_table():
    dot = Target.parse("aarch64+dotprod").inner_kernel(INT8)
    assert (dot.product.instruction, dot.steps, dot.converts) == ("sdot", 4, False)
    assert Target.parse("aarch64").inner_kernel(BFLOAT16).product.instruction == "fmla"
    with pytest.raises(LookupError):
        Target.parse("aarch64").inner_kernel(INT8)


def test_networks_are_compiled_for_it():
    options = CompileOptions(str(PARAM), target="aarch64", random_weights=0)
    assembly = lower(options).assembly()
    assert len(re.findall(r"\tfmla\tv\d+\.4s", assembly)) >= 32
    assert not re.search("[xyz]mm", assembly)
