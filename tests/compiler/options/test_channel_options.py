"""Images are read in the order of channels that a model takes."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cli import main as cli

from tests.helpers.command_line import fails

pytestmark = pytest.mark.isa

MEAN = ["--mean", "1,2,3"]


@pytest.fixture
def pixels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> np.ndarray:
    """Those of `x.png`, red first, for `m.param`, which gives back what it takes."""
    images = pytest.importorskip("PIL.Image", reason="images need pillow")
    monkeypatch.chdir(tmp_path)
    Path("m.param").write_text("7767517\n2 2\nInput x 0 1 x 0=4 1=5 2=3\nReLU y 1 1 x y\n")
    pixels = np.random.default_rng(0).integers(9, 256, (5, 4, 3), np.uint8)
    pixels[..., 2] //= 2
    images.fromarray(pixels).save("x.png")
    return pixels


@pytest.mark.parametrize("order", ["rgb", "bgr"])
def test_run(pixels: np.ndarray, order: str):
    words = ["run", "m.param", "--input", "@x.png", "--order", order, "--save", "y.npz"]
    assert cli.main([*words, *MEAN]) == 0
    read = pixels if order == "rgb" else pixels[..., ::-1]
    expected = read.transpose(2, 0, 1) - np.array([1, 2, 3], np.float32).reshape(3, 1, 1)
    np.testing.assert_array_equal(np.load("y.npz")["y"], expected)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["@x.png", "--preprocess", "x=mean=3"], "--order comes too late: the code prepares"),
        (["3,5,4"], "--mean, --order: no input is an image"),
    ],
)
@pytest.mark.usefixtures("pixels")
def test_run_without_an_image_to_prepare(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
):
    fails(["run", "m.param", *MEAN, "--order", "bgr", "--input", *words], 2, reason, capsys)


def test_gray_has_no_order(pixels: np.ndarray):
    text = Path("m.param").read_text().replace("2=3", "2=1")
    Path("m.param").write_text(text)
    for order in ("rgb", "bgr"):
        words = ["run", "m.param", "--input", "@x.png", "--order", order, "--save"]
        assert cli.main([*words, f"{order}.npz"]) == 0
    np.testing.assert_array_equal(np.load("bgr.npz")["y"], np.load("rgb.npz")["y"])


def test_quantize(pixels: np.ndarray):
    """The scale is that of the range of the channels in this order."""
    layers = "Convolution c 1 1 x c 0=1 1=1 6=3"
    Path("m.param").write_text(f"7767517\n2 2\nInput x 0 1 x 0=4 1=5 2=3\n{layers}\n")
    Path("m.bin").write_bytes(np.array([0, 1, 0, 0], np.float32).tobytes())
    mean = (0.0, 128.0, 128.0)
    scales: dict[str, float] = {}
    for order in ("rgb", "bgr"):
        files = ("m.param", "m.bin", "q.param", "q.bin", "x.png")
        report = ncnnc.quantize(*files, order=order, mean=mean, method="minmax")
        scale = report.layers[0].input_scale
        assert scale is not None
        scales[order] = scale
        read = pixels if order == "rgb" else pixels[..., ::-1]
        largest = np.abs(read - np.array(mean, np.float32)).max()
        assert scales[order] == pytest.approx(127 / largest, rel=1e-5)
    assert scales["rgb"] != scales["bgr"]


def test_another_order(pixels: np.ndarray):
    files = ("m.param", None, "q.param", "q.bin", "x.png")
    with pytest.raises(ncnnc.UsageError, match="unknown order of channels 'brg'"):
        ncnnc.quantize(*files, order="brg")  # pyright: ignore[reportArgumentType]
