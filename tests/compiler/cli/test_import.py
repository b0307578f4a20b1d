"""`--import`: layers of users' own on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import ncnnc
import pytest
from ncnnc.compiler.analysis.benchmark import has_ncnn
from ncnnc.compiler.cli.main import main
from ncnnc.dialects.contrib import find_layer

from tests.helpers.own_layers import network

pytestmark = pytest.mark.isa

LAYERS = """
import ncnnc
import numpy as np


@ncnnc.register_layer("CliSquare", shape=lambda params, x: x)
def square(params, x):
    if params.get(0) == 1:
        raise RuntimeError("out of squares")
    return x * x


ncnnc.register_layer(
    "CliGate",
    shape=lambda params, x: x,
    reference=lambda params, x: x / (1 + np.exp(-x)),
    lowering=lambda builder, params, inputs, weights: builder.layer("Swish", inputs),
)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the files; registrations are undone."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own_layers_of_cli.py").write_text(LAYERS)
    network(tmp_path, "CliSquare a 1 1 x a\nCliGate y 1 1 a y", {"x": (3, 4, 5)})
    yield tmp_path
    for type in ("CliSquare", "CliGate"):
        if find_layer(type) is not None:
            ncnnc.unregister_layer(type)


def fresh(folder: Path, name: str) -> str:
    """A copy of the file, as it is imported once in a process only."""
    (folder / name).write_text(LAYERS)
    return name


@pytest.mark.parametrize("name", ["own_as_file.py", "own_as_module"])
def test_a_file_or_a_module_is_imported_first(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
):
    fresh(folder, f"{name.removesuffix('.py')}.py")
    assert main(["run", "own.param", "--import", name, "--reference"]) == 0
    assert "largest difference to numpy" in capsys.readouterr().out
    assert main(["compile", "own.param", "--import", name]) == 0
    assert main(["run", "own.ncnnc", "--import", name]) == 0
    assert main(["bench", "own.ncnnc", "--import", name, "--seconds", "0.01"]) == 0
    files = ["o.param", "o.bin"]
    assert main(["optimize", "own.param", "null", *files, "--import", name, "--check"]) == 0
    capsys.readouterr()
    assert main(["diff", "own.param", "o.param", "--import", name]) == 0
    assert main(["inspect", "own.param", "--import", name]) == 0
    shown = capsys.readouterr().out
    assert "of your own    CliSquare (1, numpy), CliGate (1, native code)" in shown
    assert "y: float32[3, 4, 5]" in shown


def test_without_it_types_are_not_known(capsys: pytest.CaptureFixture[str]):
    assert main(["inspect", "own.param"]) == 1
    shown = capsys.readouterr()
    assert "2 layer types are not supported: CliSquare (line 4); CliGate (line 5)" in shown.err
    assert "of your own" not in shown.out


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x = 1\n1 / 0\n", "error: --import wrong.py: line 2: ZeroDivisionError: division by zero"),
        ("import nosuchmodule\n", "line 1: ModuleNotFoundError: No module named 'nosuchmodule'"),
        ("import ncnnc\nncnnc.register_layer('ReLU', shape=print)\n", "'ReLU' is ncnn's"),
        ("def (\n", "error: --import wrong.py: SyntaxError: invalid syntax (wrong.py, line 1)"),
        (None, "error: --import wrong.py: FileNotFoundError"),
    ],
)
def test_what_cannot_be_imported(
    text: str | None, reason: str, folder: Path, capsys: pytest.CaptureFixture[str]
):
    if text is not None:
        (folder / "wrong.py").write_text(text)
    assert main(["inspect", "own.param", "--import", "wrong.py"]) in (1, 2)
    shown = capsys.readouterr().err
    assert reason in shown
    assert shown.count("\n") == 1


def test_what_a_function_raises_is_one_line(folder: Path, capsys: pytest.CaptureFixture[str]):
    name = fresh(folder, "own_that_raises.py")
    network(folder, "CliSquare a 1 1 x a 0=1", {"x": (3, 4, 5)})
    assert main(["run", "own.param", "--import", name]) == 1
    reason = "its function raised RuntimeError: out of squares (NCNNC_TRACEBACK=1 shows where)"
    assert capsys.readouterr().err.endswith(f"error: layer 'a' (CliSquare): {reason}\n")


@pytest.mark.skipif(not has_ncnn(), reason="the ncnn wheel is not installed")
def test_ncnn_cannot_be_compared_with(folder: Path, capsys: pytest.CaptureFixture[str]):
    name = fresh(folder, "own_to_compare.py")
    assert main(["bench", "own.param", "--import", name, "--compare", "ncnn"]) == 2
    assert "error: ncnn cannot run layers of your own: CliSquare\n" in capsys.readouterr().err
