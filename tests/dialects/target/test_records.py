"""The records of the targets: their names, and what they mean to LLVM."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import pairwise

import pytest
from ncnnc.compiler.backend.object.machine_code import emit_assembly, target_machine
from ncnnc.dialects.target.attributes import MachineAttr
from ncnnc.dialects.target.products import BF16, F32, S8, S16, S32
from ncnnc.dialects.target.records import (
    ISAS,
    Target,
    UnfitExtensionError,
    UnknownNameError,
    all_targets,
)
from ncnnc.dialects.target.x86 import X86


@pytest.mark.parametrize(
    ("text", "name", "l2_bytes"),
    [
        ("x86-64", "x86-64", 1 << 20),
        ("x86-avx2+vnni", "x86-avx2+vnni", 1 << 20),
        ("x86-avx512+bf16+vnni+bf16", "x86-avx512+vnni+bf16", 1 << 20),
        ("x86-avx512+l2=2M+vnni", "x86-avx512+vnni+l2=2M", 2 << 20),
        ("x86-avx2+l2=1024K", "x86-avx2", 1 << 20),
        ("x86-avx2+l2=2M+l2=262144", "x86-avx2+l2=256K", 1 << 18),
        ("x86-avx2+l2=1000", "x86-avx2+l2=1000", 1000),
        ("x86-avx2+memory_bandwidth=4.50+pipes=2", "x86-avx2+memory_bandwidth=4.5", 1 << 20),
        ("x86-avx512+tile_cycles=100+vnni", "x86-avx512+vnni+tile_cycles=100", 1 << 20),
        ("x86-avx512+l2=2M+zen5+bf16", "x86-avx512+bf16+zen5+l2=2M", 2 << 20),
        ("x86-avx512+pipes=1+zen5", "x86-avx512+zen5+pipes=1", 1 << 20),
        ("aarch64+cortex-a55+dotprod", "aarch64+dotprod+cortex-a55", 128 << 10),
        ("aarch64+cortex-a55+l2=512K", "aarch64+cortex-a55+l2=512K", 512 << 10),
        ("aarch64+cortex-a76", "aarch64+cortex-a76", 512 << 10),
        ("aarch64+neoverse-n1", "aarch64+neoverse-n1", 1 << 20),
        ("aarch64+neoverse-v2", "aarch64+neoverse-v2", 1 << 20),
        ("aarch64+l2=2M+apple-m1", "aarch64+apple-m1+l2=2M", 2 << 20),
    ],
)
def test_parse(text: str, name: str, l2_bytes: int):
    target = Target.parse(text)
    assert (target.name, target.l2_bytes) == (name, l2_bytes)
    assert Target.parse(target.name) == target
    assert MachineAttr.of(target).target == target


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("host", UnknownNameError),  # depends on the machine: not a record
        ("x86-avx2+vnii", UnknownNameError),
        ("x86-64+vnni", UnfitExtensionError),
        ("x86-avx2+zen5", UnfitExtensionError),
        ("aarch64+vnni", UnfitExtensionError),
        ("x86-avx2+memory_bandwith=4", UnknownNameError),
        ("x86-avx2+memory_bandwidth=1e3", UnknownNameError),
        ("x86-avx2+memory_bandwidth=0", UnfitExtensionError),
        ("x86-avx2+pipes=2.5", UnfitExtensionError),
    ],
)
def test_wrong_names(text: str, error: type[Exception]):
    with pytest.raises(error):
        Target.parse(text)


@pytest.mark.parametrize(
    ("name", "registers", "lanes"),
    [
        ("x86-64", 16, {F32: 4, BF16: 8, S32: 4, S16: 8, S8: 16}),
        ("x86-avx", 16, {F32: 8, BF16: 16, S32: 4, S16: 8, S8: 16}),
        ("x86-avx2", 16, {F32: 8, BF16: 16, S32: 8, S16: 16, S8: 32}),
        ("x86-avx512", 32, {F32: 16, BF16: 32, S32: 16, S16: 32, S8: 64}),
        ("aarch64", 32, {F32: 4, BF16: 8, S32: 4, S16: 8, S8: 16}),
        ("wasm", 14, {F32: 4, BF16: 8, S32: 4, S16: 8, S8: 16}),
    ],
)
def test_vectors(name: str, registers: int, lanes: dict):
    target = Target.parse(name)
    assert target.registers == registers
    assert {element: target.lanes_of(element) for element in lanes} == lanes
    assert target.lanes == lanes[F32]


@pytest.mark.parametrize(("name", "few"), [("x86-64", 4), ("x86-avx2", 8), ("x86-avx512", 8)])
def test_few_numbers_take_a_vector_of_one_pass(name: str, few: int):
    target = Target.parse(name)
    assert [target.lanes_for(count) for count in (1, 4, 5, 8)] == [4, 4, few, few]
    assert target.lanes_for(9) == target.lanes


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("x86-64", (1,)),
        ("x86-avx2", (2, 1)),
        ("x86-avx512", (2, 1, 1)),
        ("x86-avx512+zen5", (4, 2, 1)),
    ],
)
def test_vectors_that_are_one_of_one_pass(name: str, counts: tuple[int, ...]):
    target = Target.parse(name)
    lanes = (4 << i for i in range(len(counts)))
    assert tuple(map(target.narrow_vectors, lanes)) == counts


def test_no_feature_of_a_stronger_isa():
    for weaker, stronger in pairwise(X86):
        assert set(weaker.features) < set(stronger.features)
    assert "fma" not in Target.parse("x86-avx").features
    assert not any("512" in feature for feature in Target.parse("x86-avx2+vnni").features)


def test_an_extension_adds_its_features():
    assert "avxvnni" in Target.parse("x86-avx2+vnni").features
    assert "avx512vnni" in Target.parse("x86-avx512+vnni").features
    for target in all_targets():
        base = target.isa.features
        added = {feature for e in target.extensions for feature in e.features}
        assert set(target.features) == {*base, *added}
        assert added.isdisjoint(base)


def test_all_targets():
    names = [target.name for target in all_targets()]
    assert [name for name in names if "+" not in name] == list(ISAS)
    assert {"x86-avx2+vnni", "x86-avx512+vnni", "x86-avx512+bf16"} < set(names)


def test_names_are_checked_without_xdsl():
    code = (
        "import sys\nfrom ncnnc.dialects.target.records import Target\n"
        "Target.parse('x86-avx512+vnni')\nassert not any(m.startswith('xdsl') for m in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


VECTOR_CODE = """
define void @kernel(ptr %p) #0 {
  %a = load <16 x float>, ptr %p, align 4
  %s = call <16 x float> @llvm.fma.v16f32(<16 x float> %a, <16 x float> %a, <16 x float> %a)
  store <16 x float> %s, ptr %p, align 4
  ret void
}
declare <16 x float> @llvm.fma.v16f32(<16 x float>, <16 x float>, <16 x float>)
"""


def assembly(target: Target, code: str) -> str:
    """Return LLVM's assembly of a function with the attributes #0."""
    return emit_assembly(f"{code}attributes #0 = {{ {target.function_attributes} }}", target)


@pytest.mark.parametrize(
    ("name", "present", "absent"),
    [
        ("x86-64", ("%xmm",), ("%ymm", "%zmm", "vfmadd")),
        ("x86-avx", ("%xmm", "vmov"), ("%zmm", "vfmadd")),
        ("x86-avx2", ("%ymm", "vfmadd"), ("%zmm", "{%k")),
        ("x86-avx512", ("%zmm", "vfmadd"), ()),
        ("aarch64", ("fmla\tv", ".4s"), ()),
    ],
)
def test_llvm_uses_the_registers_of_the_target(
    name: str, present: tuple[str, ...], absent: tuple[str, ...]
):
    text = assembly(Target.parse(name), VECTOR_CODE)
    assert all(word in text for word in present)
    assert not any(word in text for word in absent)


BIT_CODE = """
define i64 @kernel(i64 %a, i64 %b) #0 {
  %n = xor i64 %a, -1
  %m = and i64 %n, %b
  %s = shl i64 %m, %a
  ret i64 %s
}
"""


@pytest.mark.parametrize("target", all_targets(), ids=lambda target: target.name)
def test_the_tuning_cpu_adds_no_feature(target: Target):
    assert f'"tune-cpu"="{target.isa.tuning_cpu}"' in target.function_attributes
    text = assembly(target, BIT_CODE)
    assert re.search(r"shlq|i64\.shl|\tlsl\tx|\tsll\t", text)
    assert not re.search("andn|shlx", text)  # BMI, which x86-64-v3 has


@pytest.mark.parametrize("target", all_targets(), ids=lambda target: target.name)
def test_the_triple_is_the_records(target: Target):
    assert target_machine(target).triple == target.isa.triple
