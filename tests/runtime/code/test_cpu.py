"""The features of this machine, and the refusal to run code that needs others."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from llvmlite.binding import get_host_cpu_features
from ncnnc.dialects.target.arm import AARCH64
from ncnnc.runtime.code import cpu
from ncnnc.runtime.code.cpuid import (
    BITS,
    cpuid_features,
    family_and_model,
    registers_are_saved,
)
from ncnnc.runtime.code.hwcap import midr_model
from ncnnc.runtime.code.jit import LoadedCode
from ncnnc.runtime.errors import ArtifactError, MissingFeaturesError, NcnncError
from ncnnc.runtime.system import here, linux

from tests.helpers.needed_features import needs_x86

pytestmark = pytest.mark.isa


@needs_x86
def test_every_x86_64_machine_has_sse2():
    assert "sse2" in cpu.host_features()
    assert cpu.missing_features(["sse2"]) == []


def with_machine(monkeypatch: pytest.MonkeyPatch, cpuid: set[str], kernel: set[str]) -> None:
    """Let CPUID and the kernel report these features."""
    monkeypatch.setattr(cpu, "cpuid_features", lambda: frozenset(cpuid))
    monkeypatch.setattr(here, "kernel_flags", lambda: frozenset(kernel))
    monkeypatch.delenv(cpu.DISABLED, raising=False)
    monkeypatch.setattr(cpu, "host_features", cpu.host_features.__wrapped__)


@needs_x86
def test_a_feature_needs_cpuid_and_the_kernel(monkeypatch: pytest.MonkeyPatch):
    with_machine(monkeypatch, {"sse4.1", "avx2", "avx512vnni"}, {"sse4_1", "avx", "avx512_vnni"})
    assert cpu.host_features() == {"sse4.1", "avx512vnni"}
    assert cpu.missing_features(["avx2", "sse4.1", "avx"]) == ["avx2", "avx"]


@needs_x86
def test_cpuid_says_what_llvm_says():
    """Both ask the CPU and XCR0."""
    known = get_host_cpu_features()
    assert cpuid_features() == {name for name in BITS if known[name]}
    assert "sse2" in cpuid_features()


@needs_x86
def test_the_model_is_the_one_that_the_system_names():
    if (info := Path("/proc/cpuinfo")).exists():
        lines = (line.partition(":") for line in info.read_text().splitlines())
        said = {key.strip(): value.strip() for key, _, value in lines}
        model = said["vendor_id"], int(said["cpu family"]), int(said["model"])
        assert cpu.cpu_model() == model


@pytest.mark.parametrize(
    ("signature", "model"),
    [
        (0xB00F21, (26, 0x02)),
        (0xB40F40, (26, 0x44)),
        (0xA10F11, (25, 0x11)),
        (0x806F8, (6, 0x8F)),
        (0x543, (5, 4)),
    ],
)
def test_families_and_models_are_extended(signature: int, model: tuple[int, int]):
    assert family_and_model(signature) == model


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["0x00000000412fd050"] * 4, ["cortex-a55"]),
        (["0x00000000414fd0b1"], ["cortex-a76"]),
        (["0x00000000410fd4f1"], ["neoverse-v2"]),
        (["0x00000000411fd431"], []),
        (["0x00000000412fd050", "0x00000000414fd0b1"], []),
        ([], []),
    ],
)
def test_cores_of_arm_are_known_by_their_words(
    words: list[str], names: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for n, word in enumerate(words):
        folder = tmp_path / f"cpu{n}" / "regs" / "identification"
        folder.mkdir(parents=True)
        (folder / "midr_el1").write_text(f"{word}\n")
    found = linux.core_words(tmp_path)
    monkeypatch.setattr(here, "core_words", lambda: found)
    model = midr_model()
    assert [core.name for core in AARCH64.cores if model and core.includes(*model)] == names


@pytest.mark.parametrize(
    ("saved", "features"),
    [(0, {"sse2"}), (2, {"sse2"}), (6, {"sse2", "avx2", "f16c"}), (7, {"sse2", "avx2", "f16c"})],
)
def test_features_need_their_registers_saved(saved: int, features: set[str]):
    names = ("sse2", "avx2", "f16c", "avx512f")
    assert {name for name in names if registers_are_saved(name, saved)} == features
    assert all(registers_are_saved(name, 0xE7) for name in names)


def test_tile_registers_are_saved_on_request(monkeypatch: pytest.MonkeyPatch):
    for permits in (True, False):
        monkeypatch.setattr(here, "permits_tiles", lambda permits=permits: permits)
        assert registers_are_saved("amx-int8", 0x600E7) is permits
        assert not registers_are_saved("amx-int8", 0xE7)
    monkeypatch.undo()
    if "amx_tile" not in here.kernel_flags():
        assert not here.permits_tiles()


@pytest.mark.parametrize(
    ("feature", "flag"), [("avxvnni", "avx_vnni"), ("avx512vnni", "avx512_vnni"), ("sse3", "pni")]
)
@needs_x86
def test_the_kernel_has_names_of_its_own(feature: str, flag: str, monkeypatch: pytest.MonkeyPatch):
    with_machine(monkeypatch, {feature}, {flag})
    assert cpu.host_features() == {feature}


@needs_x86
def test_without_proc_cpuid_decides(monkeypatch: pytest.MonkeyPatch):
    with_machine(monkeypatch, {"avx2"}, set())
    assert cpu.host_features() == {"avx2"}


def test_refusal_names_what_is_missing(monkeypatch: pytest.MonkeyPatch):
    with_machine(monkeypatch, {"avx2"}, {"avx2"})
    cpu.require_features(["avx2"], file="m.ncnnc")
    with pytest.raises(ArtifactError, match=r"m\.ncnnc: error: needs avx512f, avx512bw, which"):
        cpu.require_features(["avx2", "avx512f", "avx512bw"], file="m.ncnnc")


@pytest.mark.parametrize(
    ("names", "hidden"),
    [
        ("", set[str]()),
        ("avx512f", {"avx512f", "avx512vl"}),
        ("avx512vl", {"avx512vl"}),
        ("avx2", {"avx2", "avx512f", "avx512vl", "avxvnni"}),
        ("avx", {"avx", "fma", "f16c", "avx2", "avx512f", "avx512vl", "avxvnni"}),
        ("f16c, fma", {"f16c", "fma"}),
    ],
)
def test_a_hidden_feature_hides_those_that_need_it(names: str, hidden: set[str]):
    known = ("sse2", "sse4.1", "sse4.2", "avx", "fma", "f16c", "avx2", "avxvnni")
    found = cpu.hidden_features(names, (*known, "avx512f", "avx512vl"))
    assert found & {*known, "avx512f", "avx512vl"} == hidden


@needs_x86
def test_the_environment_hides_features(monkeypatch: pytest.MonkeyPatch):
    with_machine(monkeypatch, {"sse2", "avx", "avx2", "avx512f"}, {"sse2", "avx", "avx2"})
    monkeypatch.setenv(cpu.DISABLED, "avx2")
    assert cpu.host_features() == {"sse2", "avx"}
    monkeypatch.setenv(cpu.DISABLED, "avx3")
    with pytest.raises(NcnncError, match="NCNNC_DISABLE_CPU_FEATURES: unknown CPU feature 'avx3'"):
        cpu.host_features()


@needs_x86
def test_no_code_is_loaded_without_its_features(monkeypatch: pytest.MonkeyPatch):
    with_machine(monkeypatch, {"sse2"}, {"sse2"})
    with pytest.raises(MissingFeaturesError, match=r"m\.ncnnc: error: needs avx2, which"):
        LoadedCode(b"\x7fELF", ("sse2", "avx2"), "m.ncnnc")


LOAD = """
from ncnnc.runtime import artifact
from ncnnc.runtime.errors import ArtifactError
from ncnnc.runtime.loading import load
from ncnnc.runtime.model.program import Program
features = ("sse2", "avx2", "avx512f")
artifact.write("m.ncnnc", Program(b"", b"", 0, 0, (), (), "x86-avx512", features))
try:
    load("m.ncnnc")
except ArtifactError as error:
    print(error)
"""


@pytest.mark.slow
@needs_x86
def test_a_machine_without_avx512_refuses_it(tmp_path: Path):
    if shutil.which("valgrind") is None:
        pytest.skip("valgrind, which presents a CPU without AVX-512, is not installed")
    command = ["valgrind", "-q", "--tool=none", sys.executable, "-c", LOAD]
    output = subprocess.check_output(command, cwd=tmp_path, text=True)
    assert output.startswith("m.ncnnc: error: needs avx512f, which this CPU lacks")
