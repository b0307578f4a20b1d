"""Target names, and what they mean to LLVM, to the passes and to the machine."""

from __future__ import annotations

import re

import pytest
from ncnnc.compiler.backend.machine_code import emit_assembly
from ncnnc.compiler.diagnostics import UsageError
from ncnnc.compiler.driver import target as target_module
from ncnnc.compiler.driver.lowering import lower
from ncnnc.compiler.driver.options import CompileOptions
from ncnnc.compiler.driver.target import BASE_FEATURES, LLVM_CPU, TUNING_CPU, Target
from ncnnc.dialects.kernel.convolution import ConvolutionOp
from ncnnc.dialects.ncnn.attributes import TargetAttr
from ncnnc.dialects.target.records import TARGET_FACTS


def test_the_passes_know_the_same_targets():
    assert list(BASE_FEATURES) == list(TARGET_FACTS)
    for base in BASE_FEATURES:
        assert Target.parse(base).attribute == TargetAttr.get(base)


@pytest.mark.parametrize(
    ("text", "name", "lanes", "registers"),
    [
        ("x86-64", "x86-64", 4, 16),
        ("x86-avx", "x86-avx", 8, 16),
        ("x86-avx2", "x86-avx2", 8, 16),
        ("x86-avx512", "x86-avx512", 16, 32),
        ("x86-avx512+bf16+vnni", "x86-avx512+vnni+bf16", 16, 32),
        ("x86-avx512+l2=2M+vnni", "x86-avx512+vnni+l2=2M", 16, 32),
        ("x86-avx2+l2=1024K", "x86-avx2", 8, 16),
        ("x86-avx2+l2=262144", "x86-avx2+l2=256K", 8, 16),
        ("x86-avx2+l2=1000", "x86-avx2+l2=1000", 8, 16),
    ],
)
def test_parse(text: str, name: str, lanes: int, registers: int):
    target = Target.parse(text)
    assert (target.name, target.lanes, target.registers) == (name, lanes, registers)
    assert Target.parse(target.name) == target
    assert target.attribute.target.data == name
    assert target.attribute.l2_bytes.data == target.l2_bytes
    assert TargetAttr.get(target.name) == target.attribute


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x86-avx51", "unknown target 'x86-avx51'; did you mean 'x86-avx512'?"),
        ("arm", "unknown target 'arm' (known: x86-64, x86-avx, x86-avx2, x86-avx512, host)"),
        ("x86-avx512+vnii", "unknown target suffix 'vnii'; did you mean 'vnni'?"),
        ("x86-avx2+vnni", "'+vnni' extends x86-avx512, not x86-avx2"),
        ("x86-avx2+l2=0", "unknown target suffix 'l2=0'"),
        ("", "unknown target ''"),
    ],
)
def test_wrong_names(text: str, reason: str):
    with pytest.raises(UsageError) as caught:
        Target.parse(text)
    assert str(caught.value).startswith(f"error: {reason}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("lacking", [None, "avx512vl", "f16c", "avx"])
def test_host_is_the_best_that_the_machine_runs(
    lacking: str | None, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(
        target_module, "missing_features", lambda needed: [n for n in needed if n == lacking]
    )
    monkeypatch.setattr(target_module, "l2_cache_bytes", lambda: None)
    expected = {None: "x86-avx512", "avx512vl": "x86-avx2", "f16c": "x86-avx", "avx": "x86-64"}
    assert Target.parse("host").name == expected[lacking]


@pytest.mark.parametrize(
    ("size", "suffix"), [(512 << 10, "+l2=512K"), (1 << 20, ""), (2 << 20, "+l2=2M"), (None, "")]
)
def test_host_counts_on_the_cache_of_the_machine(
    size: int | None, suffix: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(target_module, "l2_cache_bytes", lambda: size)
    assert Target.parse("host").name == target_module.host_base() + suffix
    assert Target.parse("host+l2=64K").l2_bytes == 64 << 10


def test_the_cache_reaches_the_passes():
    blocks = {}
    for target in ("x86-avx2", "x86-avx2+l2=32K"):
        module = lower(CompileOptions("squeezenet", target=target), "kernels").module
        blocks[target] = [
            op.block.value.data for op in module.walk() if isinstance(op, ConvolutionOp)
        ]
    whole, small = blocks.values()
    assert sum(small) < sum(whole) / 4


def test_no_feature_of_a_stronger_isa():
    assert "fma" not in Target.parse("x86-avx").features
    assert not any("512" in feature for feature in Target.parse("x86-avx2").features)
    assert "avx512vnni" not in Target.parse("x86-avx512").features
    assert "avx512vnni" in Target.parse("x86-avx512+vnni").features


VECTOR_CODE = """
define void @kernel(ptr %p) #0 {
  %a = load <16 x float>, ptr %p, align 4
  %s = call <16 x float> @llvm.fma.v16f32(<16 x float> %a, <16 x float> %a, <16 x float> %a)
  store <16 x float> %s, ptr %p, align 4
  ret void
}
declare <16 x float> @llvm.fma.v16f32(<16 x float>, <16 x float>, <16 x float>)
"""


@pytest.mark.parametrize(
    ("name", "present", "absent"),
    [
        ("x86-64", ("%xmm",), ("%ymm", "%zmm", "vfmadd")),
        ("x86-avx", ("%xmm", "vmov"), ("%zmm", "vfmadd")),
        ("x86-avx2", ("%ymm", "vfmadd"), ("%zmm", "{%k")),
        ("x86-avx512", ("%zmm", "vfmadd"), ()),
    ],
)
def test_llvm_uses_the_registers_of_the_target(
    name: str, present: tuple[str, ...], absent: tuple[str, ...]
):
    from llvmlite import binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_triple("x86_64-unknown-linux-gnu").create_target_machine(
        cpu=LLVM_CPU, features=Target.parse(name).llvm_features
    )
    attributes = f"attributes #0 = {{ {Target.parse(name).function_attributes} }}"
    assembly = machine.emit_assembly(llvm.parse_assembly(VECTOR_CODE + attributes))
    assert all(word in assembly for word in present)
    assert not any(word in assembly for word in absent)


BIT_CODE = """
define i64 @kernel(i64 %a, i64 %b) #0 {
  %n = xor i64 %a, -1
  %m = and i64 %n, %b
  %s = shl i64 %m, %a
  ret i64 %s
}
"""


@pytest.mark.parametrize("name", BASE_FEATURES)
def test_the_tuning_cpu_adds_no_feature(name: str):
    attributes = Target.parse(name).function_attributes
    assert f'"tune-cpu"="{TUNING_CPU[name]}"' in attributes
    text = BIT_CODE + f"attributes #0 = {{ {attributes} }}"
    assembly = emit_assembly(text, Target.parse(name).llvm_features)
    assert "shlq" in assembly
    assert not re.search("andn|shlx", assembly)  # BMI, which x86-64-v3 has
