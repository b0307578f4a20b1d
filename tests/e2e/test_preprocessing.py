"""Images that compiled models preprocess, against the ncnn wheel: the same bits."""

from __future__ import annotations

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.analysis.ncnn_images import mat_of_image
from ncnnc.dialects.pixel_types import PIXEL_TYPES

pytestmark = pytest.mark.isa
ncnn = pytest.importorskip("ncnn", reason="the ncnn wheel is the oracle")
MEAN, NORM = (103.94, 116.78, 123.68, 1.5), (0.017, 0.0175, 1 / 58.395, 0.5)
SIZES = [(480, 640), (25, 31), (9, 7), (1, 1), (1, 13), (13, 1), (2, 2), (3, 2), (700, 3)]


def copy(height: int, width: int, channels: int) -> bytes:
    """A network that hands its input on."""
    lines = f"Input in 0 1 data 0={width} 1={height} 2={channels}\nReLU relu 1 1 data y 0=1.0\n"
    return f"7767517\n2 2\n{lines}".encode()


def image(order: str, **steps: object) -> ncnnc.Image:
    """The steps, with a mean and a norm for each channel."""
    channels = ncnnc.Image(order=order).channels
    return ncnnc.Image(order=order, mean=MEAN[:channels], norm=NORM[:channels], **steps)  # pyright: ignore[reportArgumentType]


def compiled(steps: ncnnc.Image, size: tuple[int, int], target: str, threads: int = 1):
    """The network that hands on an image of these steps."""
    param = copy(*size, steps.channels)
    return ncnnc.compile(
        param, b"", preprocess={"data": steps}, target=target, outputs=["data"], threads=threads
    )


def pixels(size: tuple[int, int], steps: ncnnc.Image) -> np.ndarray:
    """Noise."""
    generator = np.random.default_rng(size)
    return generator.integers(0, 256, (*size, steps.bytes_per_pixel), np.uint8)


def expected(array: np.ndarray, steps: ncnnc.Image) -> np.ndarray:
    """Return ncnn's blob of an image."""
    return np.array(mat_of_image(ncnn, array, steps))


def test_all_types_of_pixels():
    """All inputs of one network, each of another type."""
    images = {order: image(order) for order in PIXEL_TYPES}
    lines = [
        f"Input {order} 0 1 {order} 0=5 1=3 2={steps.channels}" for order, steps in images.items()
    ]
    param = "\n".join(["7767517", f"{len(lines)} {len(lines)}", *lines, ""]).encode()
    model = ncnnc.compile(param, b"", preprocess=images, target="x86-avx2")
    arrays = {order: pixels((3, 5), steps) for order, steps in images.items()}
    for order, result in model.run(arrays).items():
        np.testing.assert_array_equal(result, expected(arrays[order], images[order]), order)


@pytest.mark.parametrize(
    ("order", "target", "letterbox"),
    [
        ("rgb", "x86-avx2", 114.0),
        ("rgb2bgr", "x86-avx512", None),
        ("gray2rgb", "x86-avx2", None),
        ("bgra2gray", "x86-avx512", 0.5),
    ],
)
def test_all_sizes(order: str, letterbox: float | None, target: str):
    steps = image(order, resize=(24, 33), letterbox=letterbox)
    model = compiled(steps, (24, 33), target, threads=2)
    for size in SIZES:
        array = pixels(size, steps)
        np.testing.assert_array_equal(model(array), expected(array, steps), str(size))


def test_without_fused_multiply_adds():
    """The interpolation is exact; of scale and shift each is rounded."""
    steps = image("rgb2bgr", resize=(17, 18))
    plain = ncnnc.Image(order="rgb2bgr", resize=(17, 18))
    array = pixels((31, 64), steps)
    model = compiled(plain, (17, 18), "x86-64")
    np.testing.assert_array_equal(model(array), expected(array, plain))
    model = compiled(steps, (17, 18), "x86-64")
    np.testing.assert_allclose(model(array), expected(array, steps), rtol=0, atol=1e-6)


def test_largest_size():
    """The last pixels of the largest image that may be given are read."""
    steps = ncnnc.Image(resize=(8, 9), most=(700, 900), order="bgr")
    model, array = compiled(steps, (8, 9), "x86-avx2"), pixels((700, 900), steps)
    np.testing.assert_array_equal(model(array), expected(array, steps))
    for size in ((701, 900), (700, 901)):
        with pytest.raises(ValueError, match="compiled for 1x1 to 700x900"):
            model(pixels(size, steps))


def test_threads_share_rows():
    steps = image("rgb", resize=(50, 40), letterbox=7.0)
    array = pixels((33, 90), steps)
    model = compiled(steps, (50, 40), "x86-avx2")
    results = [ncnnc.CompiledModel(model.program, n)(array) for n in (1, 2, 5)]
    for result in results[1:]:
        np.testing.assert_array_equal(result, results[0])
