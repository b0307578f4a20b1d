"""DragGAN's layers: their definition, and compiled code on every target."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.contrib import contrib_layers
from ncnnc.dialects.ncnn.errors import InvalidLayerError

from tests.helpers.lowering import TARGETS, compile_layers


def deconvolved(x: np.ndarray, kernel: np.ndarray, stride: int, pad: int) -> np.ndarray:
    """Deconvolve product by product; the kernel is `o,c,kh,kw`."""
    outputs, channels, rows, columns = kernel.shape
    _, height, width = x.shape
    size = (height - 1) * stride + rows - 2 * pad, (width - 1) * stride + columns - 2 * pad
    y = np.zeros((outputs, *size))
    for o, c, i, j, row, column in np.ndindex(outputs, channels, rows, columns, height, width):
        at = row * stride + i - pad, column * stride + j - pad
        if 0 <= at[0] < size[0] and 0 <= at[1] < size[1]:
            y[o, *at] += x[c, row, column] * kernel[o, c, i, j]
    return y


def convolved(x: np.ndarray, kernel: np.ndarray, dilation: int, pad: int) -> np.ndarray:
    """Convolve each channel with each kernel `o,kh,kw`, product by product."""
    (channels, height, width), (outputs, rows, columns) = x.shape, kernel.shape
    size = [n + 2 * pad - (k - 1) * dilation for n, k in ((height, rows), (width, columns))]
    y = np.zeros((channels, outputs, *size))
    for c, o, row, column, i, j in np.ndindex(*y.shape, rows, columns):
        at = row + i * dilation - pad, column + j * dilation - pad
        if 0 <= at[0] < height and 0 <= at[1] < width:
            y[c, o, row, column] += x[c, *at] * kernel[o, i, j]
    return y


def arrays(*shapes: tuple[int, ...]) -> list[np.ndarray]:
    rng = np.random.default_rng(9)
    return [rng.uniform(-1, 1, shape).astype(np.float32) for shape in shapes]


CASES = [
    ("ConvTranspose2d1", (3, 4, 5), (7, 3, 3, 3), lambda x, k: deconvolved(x, k, 2, 0)),
    ("ConvTranspose2d1", (1, 1, 1), (1, 1, 1, 2), lambda x, k: deconvolved(x, k, 2, 0)),
    (
        "ConvTranspose2d2",
        (13, 3, 4),
        (13, 2, 3, 3),
        lambda x, k: deconvolved(x, k.transpose(1, 0, 2, 3), 1, 1),
    ),
    ("BConv2d1", (3, 9, 11), (7, 4, 5), lambda x, k: convolved(x, k, 2, 0)),
    ("BConv2d1", (1, 1, 1), (1, 1, 1), lambda x, k: convolved(x, k, 2, 0)),
    ("BConv2d2", (17, 4, 3), (2, 4, 3), lambda x, k: convolved(x, k, 1, 1)),
]


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_convolutions(target: str):
    lines, given, expected = [], dict[str, np.ndarray](), dict[str, np.ndarray]()
    for n, (type, x_shape, kernel_shape, defined) in enumerate(CASES):
        x, kernel = given[f"x{n}"], given[f"k{n}"] = arrays(x_shape, kernel_shape)
        expected[f"y{n}"] = defined(x, kernel)
        layer = contrib_layers()[type]
        assert layer.shape({}, x_shape, kernel_shape) == expected[f"y{n}"].shape
        np.testing.assert_allclose(layer.reference({}, x, kernel), expected[f"y{n}"], atol=1e-5)
        lines.append(f"{type} y{n} 2 1 x{n} k{n} y{n}")
    shapes = {name: array.shape for name, array in given.items()}
    passes = ["expand-custom-layers"]
    layers = compile_layers("\n".join(lines), shapes, target, False, given, passes)
    for name, result in layers.model.run(layers.inputs).items():
        np.testing.assert_allclose(result, expected[name], atol=1e-5, err_msg=name)


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_slopes(target: str):
    layer = contrib_layers()["Where"]
    for shape in ((5,), (3, 7), (17, 2, 3)):
        (x,) = arrays(shape)
        x.flat[:4] = [0, -0.0, np.nan, -1e-30]
        expected = np.array([1.0 if v >= 0 else 0.2 for v in x.flat], np.float32).reshape(shape)
        np.testing.assert_array_equal(layer.reference({}, x), expected)
        passes = ["expand-custom-layers"]
        layers = compile_layers("Where y 1 1 x y", {"x": shape}, target, False, {"x": x}, passes)
        np.testing.assert_array_equal(layers.model.run(layers.inputs)["y"], expected)


@pytest.mark.parametrize(
    ("type", "shapes", "reason"),
    [
        ("Where", [(3,), (3,), (3,)], "only DragGAN's layer of this name"),
        ("ConvTranspose2d1", [(3, 4, 5), (7, 2, 3, 3)], "does not fit the 3 channels"),
        ("ConvTranspose2d2", [(3, 4, 5), (7, 3, 3, 3)], "does not fit the 3 channels"),
        ("ConvTranspose2d2", [(3, 1, 1), (3, 7, 2, 2)], "nothing is left of"),
        ("BConv2d1", [(3, 9, 9), (7, 6, 6)], "has not from 1 to 64 places"),
        ("BConv2d2", [(3, 90, 90), (7, 6, 6)], "has not from 1 to 64 places"),
    ],
)
def test_what_does_not_fit_is_refused(type: str, shapes: list[tuple[int, ...]], reason: str):
    with pytest.raises(InvalidLayerError, match=reason):
        contrib_layers()[type].shape({}, *shapes)
