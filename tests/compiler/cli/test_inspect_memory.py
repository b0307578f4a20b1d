"""`ncnnc inspect --memory`: what is alive while each kernel runs, and what the plan needs."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc.compiler.analysis.memory_use import memory_use
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.options.compile_options import CompileOptions

MODEL = """7767517
4 4
Input        data 0 1 data 0=16 1=16 2=16
Convolution  conv 1 1 data conv 0=32 1=3 4=1 6=4608
Softmax      soft 1 1 conv soft 0=0
InnerProduct fc   1 1 soft fc 0=10 2=81920
"""
BLOB = 4 * 32 * 16 * 16


@pytest.fixture
def model(tmp_path: Path) -> str:
    path = tmp_path / "m.param"
    path.write_text(MODEL)
    return str(path)


def test_a_row_for_each_kernel_and_the_sums(model: str, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["inspect", model, "--memory", "--target", "x86-avx2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == [
        "layer",
        "kernel",
        "weights",
        "workspace",
        "alive",
        *"of the arena".split(),
    ]
    (last,) = [line for line in lines if line.startswith("fc ")]
    assert last.split()[:4] == ["fc", "matvec", "512.0", "KiB"]
    assert "\N{FULL BLOCK}" in last
    labels = ["lower bound", "arena", "workspace", "weights"]
    assert [line[:14].rstrip() for line in lines[-4:]] == labels


def test_what_is_alive_is_the_arena_at_most(model: str):
    use = memory_use(CompileOptions(model, target="x86-avx2", random_weights=0))
    assert [kernel.layer for kernel in use.kernels if kernel.weights] == ["conv", "fc"]
    assert use.kernels[-1].live >= BLOB
    assert use.lower_bound <= use.arena <= 1.1 * use.lower_bound
    assert use.weights >= sum(kernel.weights for kernel in use.kernels)


def test_a_compiled_model_says_no_more_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["inspect", str(tmp_path / "m.ncnnc"), "--memory"]) == cli.EXIT_USAGE
    assert "is compiled: --memory needs the .param" in capsys.readouterr().err
