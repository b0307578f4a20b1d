"""`--outputs` of every verb that takes it."""

from __future__ import annotations

import json
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.diagnostics import UsageError

pytestmark = pytest.mark.isa

PARAM = """7767517
8 9
Input        data  0 1 data 0=8 1=8 2=3
Input        other 0 1 other
Split        split 1 2 data left right
InnerProduct top   1 1 left top 0=5 2=960
Convolution  conv  1 1 right conv 0=4 1=3 5=1 6=108
ReLU         relu  1 1 conv relu
BinaryOp     sum   2 1 relu other sum
InnerProduct fc    1 1 sum prob 0=10 2=1440
"""
TAG = bytes(4)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a model of two inputs, one of which has no shape."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.param").write_text(PARAM)
    generator = np.random.default_rng(3)
    arrays = [generator.uniform(-0.3, 0.3, n).astype("<f4").tobytes() for n in (960, 112, 1440)]
    (tmp_path / "m.bin").write_bytes(b"".join(TAG + array for array in arrays))
    return tmp_path


def test_run_and_save(folder: Path):
    words = ["run", "m.param", "--outputs", "relu,right", "--outputs", "data", "--reference"]
    assert cli.main([*words, "--save", "o.npz"]) == 0
    with np.load(folder / "o.npz") as arrays:
        assert list(arrays) == ["relu", "right", "data"]
        assert arrays["relu"].shape == (4, 6, 6)
        np.testing.assert_array_equal(arrays["right"], arrays["data"])


def test_a_shape_for_an_input_that_is_left_out(capsys: pytest.CaptureFixture[str]):
    words = ["run", "m.param", "--outputs", "conv"]
    assert cli.main([*words, "--input", "other=4,6,6"]) == 0
    assert cli.main(["run", "m.param"]) == cli.EXIT_INPUT
    assert "--input other=4,6,6" in capsys.readouterr().err
    assert cli.main([*words, "--input", "others=4,6,6"]) == cli.EXIT_USAGE
    assert "did you mean 'other'" in capsys.readouterr().err


def test_compiled_models_have_the_outputs_asked_for(capsys: pytest.CaptureFixture[str]):
    assert cli.main(["compile", "m.param", "-o", "c.ncnnc", "--outputs", "top,conv"]) == 0
    model = ncnnc.load("c.ncnnc")
    assert [spec.name for spec in model.outputs] == ["top", "conv"]
    assert [spec.name for spec in model.inputs] == ["data"]
    for verb in ("run", "bench"):
        capsys.readouterr()
        assert cli.main([verb, "c.ncnnc", "--outputs", "conv"]) == cli.EXIT_USAGE
        assert "c.ncnnc is compiled already: --outputs comes too late" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["run", "--outputs", "cnv"], "unknown blob 'cnv'; did you mean 'conv'?"),
        (["inspect", "--outputs", "cnv"], "unknown blob 'cnv'; did you mean 'conv'?"),
        (["compile", "--outputs", "conv,top,conv"], "output 'conv' is asked for twice"),
        (["compile", "--outputs", "conv", "--outputs", "conv"], "output 'conv' is asked for twice"),
    ],
)
def test_names_that_are_refused(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]):
    assert cli.main([words[0], "m.param", *words[1:]]) == cli.EXIT_USAGE
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "a,", ",a", "a,,b"])
def test_empty_names_are_refused(text: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        cli.main(["run", "m.param", "--outputs", text])
    assert ended.value.code == cli.EXIT_USAGE
    assert f"'{text}' is not of the form BLOB,BLOB" in capsys.readouterr().err


def test_inspect_lists_what_is_left(capsys: pytest.CaptureFixture[str]):
    assert cli.main(["inspect", "m.param", "--outputs", "relu"]) == 0
    out = capsys.readouterr().out
    assert "relu: float32[4, 6, 6]" in out
    assert "layers         3" in out
    assert "fc" not in out
    assert cli.main(["inspect", "m.param"]) == cli.EXIT_INPUT
    assert "input 'other' has no shape; hint: give it" in capsys.readouterr().err


def test_optimize_writes_what_is_left(folder: Path):
    files = ["m.param", "m.bin", "o.param", "o.bin"]
    assert cli.main(["optimize", *files, "--outputs", "relu,data", "--check"]) == 0
    lines = (folder / "o.param").read_text().splitlines()[2:]
    assert [line.split()[0] for line in lines] == ["Input", "Convolution"]
    assert (folder / "o.bin").stat().st_size == 4 * (1 + 112)
    ncnnc.optimize("m.param", "m.bin", "p.param", "p.bin", outputs=["relu", "data"])
    assert (folder / "p.param").read_bytes() == (folder / "o.param").read_bytes()
    assert cli.main(["diff", "m.param", "o.param", "--outputs", "relu,data"]) == 0


def test_passes_are_bisected_for_the_outputs(capsys: pytest.CaptureFixture[str]):
    assert cli.main(["diff", "m.param", "--bisect-passes", "--outputs", "conv,relu"]) == 0
    assert "no pass changes results" in capsys.readouterr().out


@pytest.mark.oracle
def test_bench_and_diff_take_the_same_blobs_from_ncnn(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    pytest.importorskip("ncnn", reason="comparing needs the ncnn wheel")
    # An input, a blob that is asked for after what is made of it, and one that ReLU overwrites.
    words = ["m.param", "--compare", "ncnn", "--outputs", "relu,data,conv,right"]
    assert cli.main(["bench", *words, "--seconds", "0.05", "--json", "b"]) == 0
    (result,) = json.loads((folder / "b").read_text())["results"]
    assert result["difference"] < 1e-4
    capsys.readouterr()
    assert cli.main(["diff", *words]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines] == ["'relu'", "'data'", "'conv'", "'right'"]
    assert cli.main(["diff", *words, "--tolerance", "-1"]) == 1
    assert "the models differ" in capsys.readouterr().err
    assert cli.main(["diff", *words, "--random-weights", "3"]) == 0
    assert cli.main(["diff", "m.param", *words]) == cli.EXIT_USAGE
    assert "--compare takes one model" in capsys.readouterr().err


def test_outputs_from_python():
    model = ncnnc.compile("m.param", outputs=["relu", "conv"])
    x = np.random.default_rng(0).uniform(-1, 1, (3, 8, 8)).astype(np.float32)
    relu, conv = model(x)
    np.testing.assert_array_equal(relu, np.maximum(conv, 0))
    with pytest.raises(TypeError, match="outputs must be a list of names, not str 'relu'"):
        ncnnc.compile("m.param", outputs="relu")
    with pytest.raises(ValueError, match="output 'relu' is asked for twice"):
        ncnnc.compile("m.param", outputs=["relu", "relu"])
    with pytest.raises(UsageError, match="unknown blob"):
        ncnnc.compile("m.param", outputs=["nothing"])
