"""`--preprocess`: images at the command line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.analysis.ncnn_images import mat_of_image
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.image import Image

from tests.helpers.command_line import PARAM, fails
from tests.helpers.needed_features import needs_features_of

pytestmark = pytest.mark.isa
STEPS = "resize=8,8:mean=104,117,123:norm=0.017:order=rgb2bgr"
PIXELS = np.random.default_rng(3).integers(0, 256, (20, 30, 3), np.uint8)


@pytest.fixture(name="param")
def param_file(tmp_path: Path) -> str:
    """A model without weights beside it."""
    path = tmp_path / "m.param"
    path.write_text(PARAM)
    return str(path)


def test_an_image_is_run(param: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """By a compiled model and by the `.param`, as ncnn preprocesses it."""
    needs_features_of("x86-avx2")
    ncnn = pytest.importorskip("ncnn", reason="the ncnn wheel is the oracle")
    pillow = pytest.importorskip("PIL.Image", reason="reading images needs pillow")
    compiled, png, saved = (str(tmp_path / name) for name in ("m.ncnnc", "x.png", "y.npz"))
    pillow.fromarray(PIXELS).save(png)
    options = ["--random-weights=1", "--preprocess", f"data={STEPS}", "--target", "x86-avx2"]
    assert cli.main(["compile", param, "-o", compiled, "--outputs", "data", *options]) == 0
    assert cli.main(["run", compiled, "--input", f"data=@{png}", "--save", saved]) == 0
    with np.load(saved) as outputs:
        blob = np.array(mat_of_image(ncnn, PIXELS, Image.parse(STEPS)))
        np.testing.assert_array_equal(outputs["data"], blob)
    capsys.readouterr()
    words = ["run", param, "--input", f"data=@{png}", "--reference", *options]
    assert cli.main(words) == 0
    assert "largest difference to numpy: " in capsys.readouterr().out
    assert cli.main(["inspect", compiled]) == 0
    assert "data: uint8[<=8192, <=8192, 3]" in capsys.readouterr().out


def test_compared_with_ncnn(param: str, capsys: pytest.CaptureFixture[str]):
    pytest.importorskip("ncnn", reason="the ncnn wheel is the oracle")
    words = ["diff", param, "--random-weights=1", "--compare", "ncnn", "--preprocess"]
    assert cli.main([*words, f"data={STEPS}:letterbox=114"]) == 0
    assert "output 'prob'" in capsys.readouterr().out


def test_batches_of_images_of_one_size(param: str, capsys: pytest.CaptureFixture[str]):
    pytest.importorskip("ncnn", reason="the ncnn wheel is the oracle")
    words = ["diff", param, "--random-weights=1", "--compare", "ncnn", "--batch", "2"]
    assert cli.main([*words, "--preprocess", "data=mean=104,117,123:order=rgb2bgr"]) == 0
    assert "output 'prob'" in capsys.readouterr().out


def test_batches_of_images_that_are_resized(param: str, capsys: pytest.CaptureFixture[str]):
    pytest.importorskip("ncnn", reason="the ncnn wheel is the oracle")
    words = ["diff", param, "--random-weights=1", "--compare", "ncnn", "--batch", "2"]
    assert cli.main([*words, "--preprocess", f"data={STEPS}"]) == 0
    assert "output 'prob'" in capsys.readouterr().out


def test_no_pass_changes_images(param: str, capsys: pytest.CaptureFixture[str]):
    words = ["diff", param, "--random-weights=1", "--bisect-passes", "--preprocess"]
    assert cli.main([*words, f"data={STEPS}"]) == 0
    assert "no pass changes results" in capsys.readouterr().out


def test_wrong_options(param: str, capsys: pytest.CaptureFixture[str]):
    run = ["run", param, "--random-weights=1", "--preprocess"]
    fails([*run, "image=resize=4,4"], 2, "unknown input 'image' (known: data)", capsys)
    other = ["data=resize=4,4", "--input", "data=3,8,8"]
    fails([*run, *other], 2, "'data' is 3x8x8, preprocessing makes 3x4x4", capsys)
    fails([*run, "data=order=gray"], 2, "'data' is 3x8x8, an image 'gray' makes a blob", capsys)
    bisected = ["diff", param, "--random-weights=1", "--bisect-passes", "--batch", "2"]
    fails(bisected, 2, "--bisect-passes runs single items", capsys)
    two = ["diff", param, param, "--random-weights=1", "--preprocess", "data"]
    fails(two, 2, "--preprocess is for one model", capsys)
    with pytest.raises(SystemExit):
        cli.main([*run, "data=size=3"])
    assert "unknown step of preprocessing 'size'" in capsys.readouterr().err


def test_an_image_that_is_not_resized_is_taken_as_large_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    pillow = pytest.importorskip("PIL.Image", reason="reading images needs pillow")
    param, png = tmp_path / "relu.param", tmp_path / "x.png"
    param.write_text("7767517\n2 2\nInput data 0 1 data\nReLU y 1 1 data y\n")
    pillow.fromarray(PIXELS).save(png)
    words = ["run", str(param), "--preprocess", "data=mean=10:norm=0.1", "--dynamic"]
    assert cli.main([*words, "--input", f"data=@{png}"]) == 0
    assert "y       3x20x30" in capsys.readouterr().out
