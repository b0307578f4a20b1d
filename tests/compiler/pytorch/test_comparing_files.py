"""Compare results with files of ONNX and TorchScript before `ncnnc compile` writes them."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.pytorch import comparing_files

from tests.helpers.fake_pnnx import GOOD, install
from tests.helpers.onnx_bytes import model_bytes, value

pytestmark = pytest.mark.isa


@pytest.fixture
def relu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a file that a fake pnnx converts to a ReLU."""
    install(monkeypatch, tmp_path, GOOD)
    monkeypatch.chdir(tmp_path)
    Path("net.onnx").write_bytes(model_bytes([value("x", ["batch", 3, 4, 5])], [], {}))
    return "net.onnx"


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that lets ONNX Runtime compute a ReLU with something added."""

    def computing(added: float) -> None:
        def run(_: None, given: dict[str, np.ndarray]) -> list[np.ndarray]:
            return [np.maximum(given["x"], 0) + np.float32(added)]

        session = SimpleNamespace(run=run)
        package = SimpleNamespace(InferenceSession=lambda file, providers: session)
        monkeypatch.setitem(sys.modules, "onnxruntime", package)
        monkeypatch.setattr(comparing_files, "find_spec", lambda name: name == "onnxruntime")

    return computing


def test_the_difference_is_shown(relu: str, engine: Any, capsys: pytest.CaptureFixture[str]):
    engine(0.0)
    assert cli.main(["compile", relu, "-o", "m.ncnnc"]) == 0
    assert "net.onnx: differs from ONNX by 0.0e+00 of" in capsys.readouterr().err
    assert Path("m.ncnnc").exists()


def test_other_results_are_not_written(relu: str, engine: Any, capsys: pytest.CaptureFixture[str]):
    engine(1.0)
    words = ["compile", relu, "-o", "m.ncnnc"]
    fails_with_lines(words, "net.onnx: error: differs from the module by", capsys)
    assert not Path("m.ncnnc").exists()
    assert cli.main([*words, "--no-check"]) == 0
    assert Path("m.ncnnc").exists()


def fails_with_lines(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Check that a command fails, for a reason that it gives on a line."""
    assert cli.main(words) == 1
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (["--target", "aarch64", "-o", "m.o"], "this machine cannot run aarch64"),
        (["--batch", "2"], "the model has other inputs or outputs with batch="),
    ],
)
def test_what_cannot_be_compared(
    relu: str, engine: Any, more: list[str], reason: str, capsys: pytest.CaptureFixture[str]
):
    engine(0.0)
    assert cli.main(["compile", relu, *more]) == 0
    assert f"net.onnx: not compared with ONNX: {reason}" in capsys.readouterr().err


def test_without_an_engine(
    relu: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(comparing_files, "find_spec", lambda name: None)
    assert cli.main(["compile", relu]) == 0
    assert "not compared with ONNX: pip install onnxruntime" in capsys.readouterr().err


def test_torchscript(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any):
    """A script of two inputs, one of them integers, runs as a batch of one or as it is."""
    torch = pytest.importorskip("torch")
    pytest.importorskip("pnnx")
    monkeypatch.chdir(tmp_path)

    class Two(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.conv = torch.nn.Conv2d(3, 8, 3)
            self.embed = torch.nn.Embedding(10, 4)

        def forward(self, x: Any, t: Any) -> Any:
            return self.conv(x).relu(), self.embed(t)

    torch.jit.trace(Two().eval(), (torch.randn(1, 3, 9, 9), torch.arange(5))).save("two.pt")
    words = ["compile", "two.pt", "--input", "in0=3,9,9", "--input", "in1=5"]
    assert cli.main(words) == 0
    assert "two.pt: differs from PyTorch by" in capsys.readouterr().err
