"""The command line on a model that finds boxes, or none."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli

from tests.helpers.conformance import needs_ncnn
from tests.helpers.detections import Planted, yolo_blob

pytestmark = pytest.mark.isa

PARAM = """7767517
2 2
Input               x    0 1 x 0=3 1=2 2=16
YoloDetectionOutput yolo 1 1 x boxes 0=3 1=2 2={confidence} -23304=4,1.0,1.0,1.0,1.0
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a model that is nothing but a detection layer, and an input."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.param").write_text(PARAM.format(confidence=0.3))
    (tmp_path / "m.bin").write_bytes(b"")
    np.save("x.npy", yolo_blob(2, 3, 2, 3, [Planted(1, 1, 2, 0, 2.0), Planted(0, 0, 0, 2, 3.0)]))
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_inspect_tells_the_most_rows(capsys: pytest.CaptureFixture[str]):
    assert cli.main(["inspect", "m.param"]) == 0
    output = capsys.readouterr().out
    assert "YoloDetectionOutput  <=12x6" in output
    assert "boxes: float32[<=12, 6]" in output


@pytest.mark.usefixtures("folder")
def test_run_shows_what_is_found(capsys: pytest.CaptureFixture[str]):
    words = ["--input", "x=@x.npy", "--save", "y.npz", "--reference"]
    assert cli.main(["run", "m.param", *words]) == 0
    output = capsys.readouterr().out
    _, table = output.split("best of boxes\n")
    assert [line.split()[:2] for line in table.splitlines()[1:3]] == [
        ["3", "0.9526"],
        ["1", "0.8808"],
    ]
    assert float(output.split("largest difference to numpy: ")[1].split()[0]) < 1e-6
    with np.load("y.npz") as stored:
        assert stored["boxes"].shape == (2, 6)


def test_run_finds_nothing(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "m.param").write_text(PARAM.format(confidence=0.99))
    assert cli.main(["run", "m.param", "--input", "x=@x.npy", "--reference"]) == 0
    output = capsys.readouterr().out
    assert "boxes   0x6" in output
    assert "boxes: nothing found" in output
    assert "largest difference to numpy: 0.00e+00" in output


def test_run_shows_proposals(folder: Path, capsys: pytest.CaptureFixture[str]):
    """The last of nine anchors is the best one."""
    text = """7767517
4 5
Input    score 0 1 score 0=1 1=1 2=18
Input    bbox  0 1 bbox 0=1 1=1 2=36
Input    info  0 1 info 0=3
Proposal p 3 2 score bbox info rois scores
"""
    (folder / "m.param").write_text(text)
    arrays = {
        "score": np.arange(18, dtype=np.float32).reshape(18, 1, 1),
        "bbox": np.zeros((36, 1, 1), np.float32),
        "info": np.array([40, 30, 1], np.float32),
    }
    words: list[str] = []
    for name, array in arrays.items():
        np.save(f"{name}.npy", array)
        words += ["--input", f"{name}=@{name}.npy"]
    assert cli.main(["run", "m.param", *words, "--reference"]) == 0
    output = capsys.readouterr().out
    rois, scores = output.split("best of rois\n")[1].split("best of scores\n")
    assert [line.split() for line in rois.splitlines()[:2]] == [
        ["x0", "y0", "x1", "y1"],
        ["0.0000", "0.0000", "29.0000", "39.0000"],
    ]
    assert [line.split() for line in scores.splitlines()[:2]] == [["score"], ["17.0000"]]


@pytest.mark.oracle
@needs_ncnn
@pytest.mark.parametrize("layer", ["YoloDetectionOutput", "Yolov3DetectionOutput"])
def test_bench_compares_no_detections(layer: str, folder: Path):
    """They are sorted lists, of which ncnn returns the layer's input if nothing is found."""
    text = PARAM.format(confidence=0.99).replace("YoloDetectionOutput", layer)
    extra = " -23305=2,0.0,1.0 -23306=1,8.0" if layer.startswith("Yolov3") else ""
    (folder / "m.param").write_text(text.rstrip() + extra + "\n")
    words = ["--compare", "ncnn", "--seconds", "0.01", "--json", "b"]
    assert cli.main(["bench", "m.param", *words]) == 0
    assert json.loads((folder / "b").read_text())["results"][0]["difference"] is None
