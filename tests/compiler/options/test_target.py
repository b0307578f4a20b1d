"""Targets as a user names them, and what this machine is."""

from __future__ import annotations

import pytest
from ncnnc.compiler.diagnostics import UsageError
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options import target as target_module
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.options.target import host_name, parse_target
from ncnnc.dialects.kernel.convolution import ConvolutionKernelOp
from ncnnc.dialects.target.records import ISAS


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x86-avx51", "unknown target 'x86-avx51'; did you mean 'x86-avx512'?"),
        ("arm", f"unknown target 'arm' (known: {', '.join(ISAS)}, host)"),
        ("hots", "unknown target 'hots'; did you mean 'host'?"),
        ("x86-avx512+vnii", "unknown target suffix 'vnii'; did you mean 'vnni'?"),
        ("x86-64+vnni", "'+vnni' extends x86-avx2 and x86-avx512, not x86-64"),
        ("x86-avx2+bf16", "'+bf16' extends x86-avx512, not x86-avx2"),
        ("x86-avx2+l2=0", "unknown target suffix 'l2=0'"),
        ("host+host", "unknown target suffix 'host'"),
        ("", "unknown target ''"),
    ],
)
def test_wrong_names(text: str, reason: str):
    with pytest.raises(UsageError) as caught:
        parse_target(text)
    assert str(caught.value).startswith(f"error: {reason}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("lacking", "name"),
    [
        ((), "x86-avx512+vnni+bf16"),
        (("avxvnni",), "x86-avx512+vnni+bf16"),
        (("avx512bf16",), "x86-avx512+vnni"),
        (("avx512vnni",), "x86-avx512+bf16"),
        (("avx512vl",), "x86-avx2+vnni"),
        (("avx512vl", "avxvnni"), "x86-avx2"),
        (("f16c",), "x86-avx"),
        (("sse3",), "x86-64"),
    ],
)
def test_host_is_the_best_that_the_machine_runs(
    lacking: tuple[str, ...], name: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(
        target_module, "missing_features", lambda needed: [n for n in needed if n in lacking]
    )
    monkeypatch.setattr(target_module.here, "l2_cache_bytes", lambda: None)
    monkeypatch.setattr(target_module, "cpu_model", lambda: None)
    assert parse_target("host").name == name


@pytest.mark.parametrize(
    ("model", "pipe_bytes"),
    [
        (("AuthenticAMD", 26, 0x02), 64),
        (("AuthenticAMD", 26, 0x24), 32),
        (("AuthenticAMD", 25, 0x11), 32),
        (("GenuineIntel", 26, 0x02), 32),
        (None, 32),
    ],
)
def test_host_has_the_costs_of_its_kind_of_cpus(
    model: tuple[str, int, int] | None, pipe_bytes: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(target_module, "missing_features", lambda needed: [])
    monkeypatch.setattr(target_module, "cpu_model", lambda: model)
    assert parse_target("host").costs.pipe_bytes == pipe_bytes


def test_a_machine_that_runs_nothing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(target_module, "missing_features", lambda needed: list(needed))
    with pytest.raises(UsageError, match="this machine can run none of x86-64, "):
        parse_target("host")


@pytest.mark.parametrize(
    ("size", "suffix"), [(512 << 10, "+l2=512K"), (1 << 20, ""), (2 << 20, "+l2=2M"), (None, "")]
)
def test_host_counts_on_the_cache_of_the_machine(
    size: int | None, suffix: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(target_module.here, "l2_cache_bytes", lambda: size)
    without_cache, _, _ = host_name().partition("+l2=")
    assert parse_target("host").name == without_cache + suffix
    assert parse_target("host+l2=64K").name == without_cache + "+l2=64K"


def test_the_cache_reaches_the_passes():
    blocks = {}
    for target in ("x86-avx2", "x86-avx2+l2=32K"):
        module = lower(CompileOptions("squeezenet", target=target), "kernels").module
        blocks[target] = [
            op.block.value.data for op in module.walk() if isinstance(op, ConvolutionKernelOp)
        ]
    whole, small = blocks.values()
    assert sum(small) < sum(whole) / 4
