"""Inner blobs as inputs, in every verb and in Python: the two stages of a detector."""

from __future__ import annotations

import json
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli

pytestmark = pytest.mark.isa

PARAM = """7767517
11 12
Input        data   0 1 data 0=16 1=16 2=3
Input        info   0 1 info 0=4
Convolution  conv   1 1 data conv 0=8 1=3 4=1 5=1 6=216 9=1
Split        both   1 2 conv maps rpn
Convolution  score  1 1 rpn score 0=2 1=1 6=16
InnerProduct boxes  1 1 score boxes 0=4 2=2048
BinaryOp     roi    2 1 boxes info roi 0=2
ROIPooling   pool5  2 1 maps roi pool5 0=3 1=3 2=0.5
InnerProduct fc6    1 1 pool5 fc6 0=6 1=1 2=432 9=1
InnerProduct class  1 1 fc6 class 0=4 1=1 2=24
Softmax      prob   1 1 class prob
"""
"""As in Faster R-CNN: the program extracts maps and regions, then runs the rest for each region."""
SIZES = (216 + 8, 16, 2048, 432 + 6, 24 + 4)
TAG = bytes(4)
SHAPE = (8, 3, 3)
CUT = ["--input", "pool5=8,3,3", "--outputs", "prob"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with such a model."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.param").write_text(PARAM)
    generator = np.random.default_rng(3)
    arrays = [generator.uniform(-0.3, 0.3, n).astype("<f4").tobytes() for n in SIZES]
    (tmp_path / "m.bin").write_bytes(b"".join(TAG + array for array in arrays))
    return tmp_path


def region() -> np.ndarray:
    return np.random.default_rng(5).uniform(-1, 1, SHAPE).astype(np.float32)


def second_stage(x: np.ndarray, folder: Path) -> np.ndarray:
    """Compute the layers behind `pool5`."""
    content = (folder / "m.bin").read_bytes()[-4 * (432 + 6 + 24 + 4) - 8 :]
    first = np.frombuffer(content[4 : 4 * (1 + 438)], "<f4")
    last = np.frombuffer(content[4 * (2 + 438) :], "<f4")
    hidden = np.maximum(first[:432].reshape(6, 72) @ x.ravel() + first[432:], 0)
    scores = np.exp(last[:24].reshape(4, 6) @ hidden + last[24:])
    return scores / scores.sum()


def test_from_python(folder: Path):
    model = ncnnc.compile("m.param", inputs={"pool5": SHAPE}, outputs=["prob"])
    assert [spec.name for spec in model.inputs] == ["pool5"]
    np.testing.assert_allclose(model(region()), second_stage(region(), folder), rtol=1e-5)


def test_a_dynamic_model(folder: Path):
    model = ncnnc.compile("m.param", inputs={"conv": (8, 4, 4)}, outputs=["score"], dynamic=True)
    assert model.inputs == ("conv",)
    for size in (4, 7):
        assert model(np.ones((8, size, size), np.float32)).shape == (2, size, size)


def test_run_and_inspect(folder: Path, capsys: pytest.CaptureFixture[str]):
    np.save("x.npy", region())
    words = ["run", "m.param", "--input", "pool5=@x.npy", "--outputs", "prob", "--save", "o.npz"]
    assert cli.main([*words, "--reference"]) == 0
    with np.load("o.npz") as arrays:
        np.testing.assert_allclose(arrays["prob"], second_stage(region(), folder), rtol=1e-5)
    capsys.readouterr()
    assert cli.main(["inspect", "m.param", *CUT]) == 0
    out = capsys.readouterr().out
    assert "input          pool5: float32[8, 3, 3]" in out
    assert "layers         3" in out
    assert cli.main(["inspect", "m.param", *CUT, "--layer", "fc6"]) == 0
    assert cli.main(["inspect", "m.param", *CUT, "--layer", "conv"]) == cli.EXIT_USAGE
    reason = "layer 'conv' is left out: 'prob' does not need it, given 'pool5'"
    assert reason in capsys.readouterr().err


def test_compiled_files(folder: Path):
    assert cli.main(["compile", "m.param", *CUT, "-o", "c.ncnnc"]) == 0
    np.testing.assert_allclose(
        ncnnc.load("c.ncnnc")(region()), second_stage(region(), folder), rtol=1e-5
    )


def test_optimize_cuts_the_front(folder: Path):
    files = ["m.param", "m.bin", "o.param", "o.bin"]
    assert cli.main(["optimize", *files, *CUT, "--check"]) == 0
    lines = (folder / "o.param").read_text().splitlines()[2:]
    assert lines[0].split()[:2] == ["Input", "pool5"]
    assert lines[0].split()[4:] == ["pool5", "-23330=4,3,3,3,8", "0=3", "1=3", "2=8"]
    assert [line.split()[0] for line in lines[1:]] == ["InnerProduct", "InnerProduct", "Softmax"]
    assert (folder / "o.bin").stat().st_size == 4 * (1 + 438 + 1 + 28)
    shapes = {"pool5": SHAPE}
    ncnnc.optimize("m.param", "m.bin", "p.param", "p.bin", inputs=shapes, outputs=["prob"])
    assert (folder / "p.param").read_bytes() == (folder / "o.param").read_bytes()
    assert cli.main(["diff", "m.param", "o.param", *CUT]) == 0


@pytest.mark.oracle
def test_ncnn_computes_the_same_of_an_inner_blob(folder: Path, capsys: pytest.CaptureFixture[str]):
    ncnn = pytest.importorskip("ncnn", reason="comparing needs the ncnn wheel")
    for generated in ([], ["--random-weights", "2"]):
        words = ["m.param", "--compare", "ncnn", *CUT, *generated]
        assert cli.main(["diff", *words]) == 0
        assert cli.main(["bench", *words, "--seconds", "0.05", "--json", "b"]) == 0
        (result,) = json.loads((folder / "b").read_text())["results"]
        assert result["difference"] < 1e-5
    x = np.random.default_rng(1).uniform(-1, 1, (3, 16, 16)).astype(np.float32)
    info = np.array([1, 1, 22, 27], np.float32)
    whole = ncnnc.compile("m.param")
    maps, roi = ncnnc.compile("m.param", outputs=["maps", "roi"])(x, info)
    shapes = {"maps": maps.shape, "roi": roi.shape}
    second = ncnnc.compile("m.param", inputs=shapes, outputs=["prob"])
    assert [spec.name for spec in second.inputs] == ["maps", "roi"]
    net = ncnn.Net()
    assert (net.load_param("m.param"), net.load_model("m.bin")) == (0, 0)
    extractor = net.create_extractor()
    extractor.input("maps", ncnn.Mat(maps).clone())
    extractor.input("roi", ncnn.Mat(roi).clone())
    status, expected = extractor.extract("prob")
    assert status == 0
    np.testing.assert_allclose(second(maps, roi), np.array(expected), rtol=1e-4)
    np.testing.assert_allclose(second(maps, roi), whole(x, info), rtol=1e-4)
