"""The command line with several sets of shapes."""

from __future__ import annotations

import json
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.cli.arguments import shape_sets
from ncnnc.runtime import artifact
from ncnnc.runtime.sessions.dynamic_model import DynamicModel

pytestmark = pytest.mark.isa

PARAM = """7767517
4 4
Input       data  0 1 data
Convolution conv1 1 1 data conv1 0=4 1=3 4=1 5=1 6=108
ReLU        relu1 1 1 conv1 relu1
Pooling     pool  1 1 relu1 prob 0=1 4=1
"""
TWO = ["--input", "data=3,16,16", "--input", "data=3,24,32"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a small model without shapes."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.param").write_text(PARAM)
    weights = np.random.default_rng(3).uniform(-0.3, 0.3, 112).astype("<f4").tobytes()
    (tmp_path / "m.bin").write_bytes(b"\0\0\0\0" + weights)
    return tmp_path


@pytest.fixture
def compiled() -> None:
    """The model, compiled for two shapes."""
    assert cli.main(["compile", "m.param", *TWO]) == 0


def fails(words: list[str], status: int, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Check that a command ends so, with one line."""
    capsys.readouterr()
    assert cli.main(words) == status
    (line,) = [one for one in capsys.readouterr().err.splitlines() if "target:" not in one]
    assert reason in line


def image(path: str, size: tuple[int, int]) -> None:
    pytest.importorskip("PIL.Image").new("RGB", size, (200, 100, 50)).save(path)


@pytest.mark.parametrize(
    ("given", "sets"),
    [
        ("", [{}]),
        ("a=1", [{"a": (1,)}]),
        ("a=1 b=2", [{"a": (1,), "b": (2,)}]),
        ("a=1 a=2", [{"a": (1,)}, {"a": (2,)}]),
        ("a=1 b=2 a=3 b=4", [{"a": (1,), "b": (2,)}, {"a": (3,), "b": (4,)}]),
        (
            "a=1 b=2 b=3 b=4",
            [{"a": (1,), "b": (2,)}, {"a": (1,), "b": (3,)}, {"a": (1,), "b": (4,)}],
        ),
        ("a=1 b=2 a=3", [{"a": (1,), "b": (2,)}, {"a": (3,), "b": (2,)}]),
    ],
)
def test_an_input_that_is_named_again_begins_a_set(given: str, sets: list[dict]):
    pairs = [(word[0], (int(word[2:]),)) for word in given.split()]
    assert shape_sets(pairs) == sets


@pytest.mark.usefixtures("compiled")
def test_compiled_for_several_shapes(folder: Path, capsys: pytest.CaptureFixture[str]):
    model = ncnnc.load("m.ncnnc")
    assert isinstance(model, DynamicModel)
    for shape in ((3, 24, 32), (3, 16, 16)):
        array = np.random.default_rng(1).uniform(-1, 1, shape).astype(np.float32)
        fixed = ncnnc.compile("m.param", inputs={"data": shape})
        np.testing.assert_array_equal(model(array), fixed(array))
    before = (folder / "m.ncnnc").read_bytes()
    assert cli.main(["compile", "m.param", *TWO]) == 0
    assert "m.ncnnc: 2 sets of shapes, weights of all" in capsys.readouterr().out
    assert (folder / "m.ncnnc").read_bytes() == before
    dynamic = ncnnc.compile("m.param", dynamic=True)
    dynamic.prepare({"data": (3, 16, 16)}, {"data": (3, 24, 32)})
    dynamic.save("same.ncnnc")
    assert (folder / "same.ncnnc").read_bytes() == before


@pytest.mark.usefixtures("compiled")
def test_inspected(capsys: pytest.CaptureFixture[str]):
    capsys.readouterr()
    assert cli.main(["inspect", "m.ncnnc"]) == 0
    shown = capsys.readouterr().out
    assert [line.split()[0] for line in shown.splitlines()[1:3]] == ["data=3x16x16", "data=3x24x32"]
    assert "input          data\n" in shown
    assert "output         prob\n" in shown
    assert cli.main(["compile", "m.param", *TWO[:2]]) == 0
    capsys.readouterr()
    assert cli.main(["inspect", "m.ncnnc"]) == 0
    assert "input          data: float32[3, 16, 16]" in capsys.readouterr().out


@pytest.mark.parametrize("model", ["m.param", "m.ncnnc"])
@pytest.mark.usefixtures("compiled")
def test_every_set_is_run_and_timed(model: str, capsys: pytest.CaptureFixture[str]):
    words = TWO if model == "m.param" else []
    capsys.readouterr()
    assert cli.main(["run", model, *words]) == 0
    shown = capsys.readouterr().out
    assert shown.index("inputs data=3x16x16") < shown.index("inputs data=3x24x32")
    report = ["--json", "r.json", "--profile"]
    assert cli.main(["bench", model, *words, "--seconds", "0.01", *report]) == 0
    rows = [line.split()[:3] for line in capsys.readouterr().out.splitlines()]
    for shape in ("3x16x16", "3x24x32"):
        assert [f"data={shape}", "ncnnc", "1"] in rows
        assert ["inputs", f"data={shape}"] in rows
    results = json.loads(Path("r.json").read_text())["results"]
    assert [result["inputs"] for result in results] == ["data=3x16x16", "data=3x24x32"]


def test_every_set_is_compared(capsys: pytest.CaptureFixture[str]):
    assert cli.main(["diff", "m.param", "m.param", *TWO]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("inputs data=3x16x16\n")
    assert "\ninputs data=3x24x32\n" in shown
    Path("n.param").write_text(PARAM.replace("ReLU ", "AbsVal "))
    assert cli.main(["diff", "m.param", "n.param", *TWO]) == 1


@pytest.mark.usefixtures("compiled")
def test_run_takes_the_shape_of_what_is_given(capsys: pytest.CaptureFixture[str]):
    image("large.png", (32, 24))
    image("other.png", (20, 10))
    np.save("x.npy", np.ones((3, 16, 16), np.float32))
    for value in ("@large.png", "@x.npy"):
        assert cli.main(["run", "m.ncnnc", "--input", f"data={value}"]) == 0
        assert "inputs" not in capsys.readouterr().out
    words = ["run", "m.ncnnc", "--input", "data=@other.png"]
    reason = "is compiled already, for data=3x16x16 or data=3x24x32, not for data=3x10x20; hint"
    fails(words, cli.EXIT_USAGE, reason, capsys)
    assert cli.main([*words, "--input", "data=3,16,16"]) == 0
    words = ["run", "m.param", "--input", "data=@other.png"]
    fails(words, cli.EXIT_INPUT, "input 'data' has no shape", capsys)
    assert cli.main([*words, "--dynamic", "--save", "y.npz"]) == 0
    with np.load("y.npz") as saved:
        found = saved["prob"]
    pixels = np.empty((3, 10, 20), np.float32)
    pixels[:] = np.reshape((200, 100, 50), (3, 1, 1))
    expected = ncnnc.compile("m.param", inputs={"data": pixels.shape})(pixels)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.usefixtures("compiled")
def test_refused(capsys: pytest.CaptureFixture[str]):
    usage = (
        (["compile", "m.param", *TWO, "-o", "m.s"], "hint: a .s has the code of one"),
        (["inspect", "m.param", *TWO], "2 sets of shapes are given, but there can be one"),
        (["diff", "m.param", "--bisect-passes", *TWO], "2 sets of shapes"),
        (["run", "m.ncnnc", "--input", "data=3,9,9"], "or data=3x24x32, not for data=3x9x9"),
        (["run", "m.ncnnc", "--input", "date=3,9,9"], "unknown input 'date'; did you mean 'data'"),
        (["run", "m.ncnnc", "--save", "y.npz"], "--save takes one set of shapes"),
        (["bench", "m.ncnnc", "--target", "x86-64"], "--target comes too late"),
    )
    for words, reason in usage:
        fails(words, cli.EXIT_USAGE, reason, capsys)
    words = ["compile", "m.param", "--input", "data=3,16,16", "--input", "data=4,16,16"]
    fails(words, cli.EXIT_INPUT, "layer 'conv1' (Convolution): input has 4 channels", capsys)


@pytest.mark.usefixtures("compiled")
def test_a_file_of_several_programs_is_no_program():
    with pytest.raises(ncnnc.ArtifactError, match="has programs for 2 sets of shapes"):
        artifact.read("m.ncnnc")
