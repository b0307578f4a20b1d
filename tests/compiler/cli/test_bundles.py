"""Folders and archives where the command line and the API take a model."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli

from tests.helpers.bundles import METADATA, PARAM, TRACED, write_bundle, zipped
from tests.helpers.command_line import fails

pytestmark = pytest.mark.isa

SAID = "input 'in0' is 3,24,32: metadata.yaml\n"


@pytest.fixture
def bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a model and metadata, an archive of it beside it, and nothing else."""
    monkeypatch.chdir(tmp_path)
    folder = write_bundle(tmp_path / "best_ncnn_model", metadata__yaml=METADATA)
    zipped(folder, tmp_path / "best.zip")
    return folder


@pytest.mark.parametrize("model", ["best_ncnn_model/", "best.zip"])
def test_every_verb_takes_it(model: str, bundle: Path, capsys: pytest.CaptureFixture[str]):
    for words in (
        ["compile", model, "-o", "m.ncnnc"],
        ["compile", model, "-o", "m.mlir"],
        ["run", model, "--reference"],
        ["bench", model, "--seconds", "0.01"],
        ["inspect", model],
        ["inspect", model, "--arrays"],
        ["inspect", model, "--layer", "conv1"],
        ["inspect", model, "--memory"],
        ["diff", model, "--bisect-passes"],
        ["optimize", model, "o.param", "o.bin", "--check"],
        ["quantize", model, "q.param", "q.bin", "--data", "x.npy"],
    ):
        np.save("x.npy", np.random.default_rng(0).random((2, 3, 24, 32), np.float32))
        assert cli.main(words) == 0, words
        error = capsys.readouterr().err
        assert error.count(SAID) == (words[0] not in ("optimize", "diff")), words
    assert Path("o.param").read_text().count("\n") == PARAM.count("\n") - 1


def test_the_name_of_what_is_compiled(bundle: Path):
    assert cli.main(["compile", "best_ncnn_model/"]) == 0
    assert cli.main(["compile", "best.zip"]) == 0
    assert Path("best_ncnn_model.ncnnc").exists()
    assert Path("best.ncnnc").exists()


def test_python_takes_it(bundle: Path, tmp_path: Path):
    x = np.random.default_rng(0).random((3, 24, 32), np.float32)
    param = str(bundle / "model.ncnn.param")
    expected = ncnnc.compile(param, inputs={"in0": x.shape})(x)
    for model in (bundle, str(bundle), "best.zip", param):
        np.testing.assert_array_equal(ncnnc.compile(model)(x), expected)
    ncnnc.optimize(bundle, None, "o.param", "o.bin")
    ncnnc.compile_library("best.zip", None, "m.o")
    assert Path("m.o").exists()


def test_a_shape_that_is_given_comes_first(bundle: Path, capsys: pytest.CaptureFixture[str]):
    assert ncnnc.compile(bundle, inputs={"in0": (3, 8, 8)}).inputs[0].shape == (3, 8, 8)
    assert cli.main(["compile", "best_ncnn_model", "--input", "in0=3,8,8"]) == 0
    assert "metadata" not in capsys.readouterr().err


def test_the_line_of_the_file_comes_before_the_metadata(
    bundle: Path, capsys: pytest.CaptureFixture[str]
):
    shaped = PARAM.replace("0 1 in0", "0 1 in0 0=16 1=8 2=3")
    (bundle / "model.ncnn.param").write_text(shaped)
    (bundle / "metadata.yaml").write_text("imgsz: damaged, but not needed")
    assert cli.main(["compile", "best_ncnn_model"]) == 0
    assert "metadata" not in capsys.readouterr().err
    assert ncnnc.compile(bundle).inputs[0].shape == (3, 8, 16)


def test_the_graph_of_pnnx(bundle: Path, capsys: pytest.CaptureFixture[str]):
    (bundle / "metadata.yaml").unlink()
    (bundle / "model.pnnx.param").write_text(TRACED)
    assert cli.main(["compile", "best_ncnn_model/model.ncnn.param", "-o", "m.ncnnc"]) == 0
    assert "input 'in0' is 3,40,48: model.pnnx.param\n" in capsys.readouterr().err
    assert ncnnc.compile(bundle).inputs[0].shape == (3, 40, 48)


def test_the_cache_sees_what_lies_beside_a_model(bundle: Path):
    shapes = []
    for size in (8, 16, 8):
        (bundle / "metadata.yaml").write_text(f"task: detect\nimgsz: {size}\n")
        shapes.append(ncnnc.compile(bundle).inputs[0].shape)
    assert shapes == [(3, 8, 8), (3, 16, 16), (3, 8, 8)]


def test_a_network_of_the_zoo_is_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write_bundle(tmp_path / "squeezenet")
    monkeypatch.chdir(tmp_path)
    assert ncnnc.CompileOptions("squeezenet").param == "squeezenet"
    assert ncnnc.CompileOptions("./squeezenet").param == "squeezenet/model.ncnn.param"


def test_mistakes_are_one_line(bundle: Path, capsys: pytest.CaptureFixture[str]):
    Path("none").mkdir()
    fails(["compile", "none"], 1, "none: error: holds no model, no .param", capsys)
    write_bundle(Path("rife"), "flownet")
    write_bundle(Path("rife"), "contextnet")
    several = "rife: error: holds 2 models: contextnet.param, flownet.param; hint: name one of"
    fails(["compile", "rife"], 1, several, capsys)
    assert cli.main(["compile", "rife/flownet.param", "--input", "in0=3,8,8"]) == 0
    Path("torn.zip").write_bytes(Path("best.zip").read_bytes()[:300])
    fails(["run", "torn.zip"], 1, "torn.zip: error: is no readable zip archive: ", capsys)
    fails(["run", "best.zip/x.param"], 1, "best.zip: error: has no file 'x.param'", capsys)
    (bundle / "metadata.yaml").write_text("task: detect\nimgsz: big\n")
    damaged = "best_ncnn_model/metadata.yaml:2: error: imgsz must be a number from 1 to 16384"
    fails(["compile", "best_ncnn_model"], 1, damaged, capsys)
    (bundle / "model.ncnn.bin").unlink()
    missing = "its weights are missing: 'best_ncnn_model/model.ncnn.bin' does not exist"
    words = ["compile", "best_ncnn_model", "--input", "in0=3,8,8"]
    fails(words, 1, missing, capsys)
