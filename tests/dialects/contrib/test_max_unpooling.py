"""P3M's MaxPoolingInd and MaxUnPooling: their definition, and compiled code on every target."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.contrib import contrib_layers
from ncnnc.dialects.ncnn.errors import InvalidLayerError, ShapeError

from tests.helpers.lowering import TARGETS, compile_layers

POOLING, UNPOOLING = (contrib_layers()[type] for type in ("MaxPoolingInd", "MaxUnPooling"))
PASSES = ["expand-custom-layers"]


def pooled(x: np.ndarray, kernel: int, stride: int, pad: int) -> tuple[np.ndarray, np.ndarray]:
    """Pool window by window."""
    channels, height, width = x.shape
    size = [(n + 2 * pad - kernel) // stride + 1 for n in (height, width)]
    values, numbers = np.empty((2, channels, *size), np.float32)
    for c, i, j in np.ndindex(*values.shape):
        cells = [
            (-x[c, y, z], y * width + z)
            for y in range(i * stride - pad, i * stride - pad + kernel)
            for z in range(j * stride - pad, j * stride - pad + kernel)
            if 0 <= y < height and 0 <= z < width
        ]
        least, number = min(cells)
        values[c, i, j], numbers[c, i, j] = -least, number
    return values, numbers


def unpooled(x: np.ndarray, index: np.ndarray) -> np.ndarray:
    """Put cell by cell."""
    channels, height, width = x.shape
    y = np.zeros((channels, 4 * height * width), np.float32)
    for c, i, j in np.ndindex(*x.shape):
        if 0 <= index[c, i, j] < y.shape[1]:
            y[c, int(index[c, i, j])] = x[c, i, j]
    return y.reshape(channels, 2 * height, 2 * width)


CASES = (((3, 6, 8), 3, 2, 1), ((17, 5, 7), 2, 2, 0), ((1, 1, 1), 3, 1, 1), ((13, 4, 4), 3, 1, 1))


@pytest.mark.isa
@pytest.mark.parametrize(("target", "packed"), [*zip(TARGETS, (True, False, True), strict=True)])
def test_maxima_and_where_they_are(target: str, packed: bool):
    """Equal cells are common: the first counts."""
    rng = np.random.default_rng(5)
    lines, given, expected = [], dict[str, np.ndarray](), dict[str, np.ndarray]()
    for n, (shape, kernel, stride, pad) in enumerate(CASES):
        x = given[f"x{n}"] = rng.integers(-3, 3, shape).astype(np.float32)
        expected[f"v{n}"], expected[f"i{n}"] = pooled(x, kernel, stride, pad)
        for mine, defined in zip(
            POOLING.reference({1: kernel, 2: stride, 3: pad, 5: 1}, x),
            pooled(x, kernel, stride, pad),
        ):
            np.testing.assert_array_equal(mine, defined)
        params = f"1={kernel} 2={stride} 3={pad} 5=1"
        lines.append(f"MaxPoolingInd y{n} 1 2 x{n} v{n} i{n} {params}")
    shapes = {name: x.shape for name, x in given.items()}
    layers = compile_layers("\n".join(lines), shapes, target, packed, given, PASSES)
    for name, result in layers.model.run(layers.inputs).items():
        np.testing.assert_array_equal(result, expected[name])


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_cells_are_put_back(target: str):
    """Of several with one place the last counts, what has none is left out."""
    rng = np.random.default_rng(6)
    lines, given, expected = [], dict[str, np.ndarray](), dict[str, np.ndarray]()
    for n, shape in enumerate(((3, 4, 5), (17, 3, 7), (1, 1, 1), (7, 1, 9))):
        x = given[f"x{n}"] = rng.uniform(-1, 1, shape).astype(np.float32)
        index = rng.integers(-2, 4 * shape[1] * shape[2] + 2, shape).astype(np.float32)
        index.flat[::6] = np.resize([np.nan, np.inf, -np.inf, 3e38], index.flat[::6].shape)
        given[f"i{n}"], expected[f"y{n}"] = index, unpooled(x, index)
        np.testing.assert_array_equal(UNPOOLING.reference({}, x, index), expected[f"y{n}"])
        lines.append(f"MaxUnPooling y{n} 2 1 x{n} i{n} y{n}")
    shapes = {name: x.shape for name, x in given.items()}
    layers = compile_layers("\n".join(lines), shapes, target, True, given, PASSES)
    for name, result in layers.model.run(layers.inputs).items():
        np.testing.assert_array_equal(result, expected[name])


@pytest.mark.isa
def test_a_pooling_and_its_inverse():
    """As in P3M: what comes back is where it was, all else is 0."""
    lines = "MaxPoolingInd p 1 2 x v i 1=3 2=2 3=1 5=1\nMaxUnPooling y 2 1 v i y"
    x = np.random.default_rng(7).uniform(-1, 1, (20, 8, 6)).astype(np.float32)
    layers = compile_layers(lines, {"x": x.shape}, "x86-avx2", True, {"x": x}, PASSES)
    y = layers.model.run(layers.inputs)["y"]
    kept = y != 0
    np.testing.assert_array_equal(y[kept], x[kept])
    assert kept.sum() >= 20 * 4 * 3 / 4


def test_a_last_partial_window():
    """pad_mode 0, ncnn's default, pads as much as a last window needs."""
    assert POOLING.shape({1: 2, 2: 2}, (4, 5, 7)) == [(4, 3, 4)] * 2
    x = np.arange(35, dtype=np.float32).reshape(1, 5, 7)
    values, numbers = POOLING.reference({1: 2, 2: 2}, x)
    np.testing.assert_array_equal(values, numbers)
    assert values[0, -1, -1] == 34


@pytest.mark.parametrize(
    ("params", "reason"),
    [
        ({0: 1, 1: 2}, "pools windows to maxima only"),
        ({1: 2, 5: 2}, "pad_mode 2 must be 0 or 1"),
        ({1: 2, 3: 2, 5: 1}, r"pads \[2, 2, 2, 2\] exceed half of the kernel \[2, 2\]"),
    ],
)
def test_other_poolings_are_refused(params: dict[int, int], reason: str):
    with pytest.raises((InvalidLayerError, ShapeError), match=reason):
        POOLING.shape(params, (4, 8, 8))


def test_places_of_another_shape_are_refused():
    with pytest.raises(
        ShapeError, match=r"input and index have shapes \[4, 2, 3\] and \[4, 2, 2\]"
    ):
        UNPOOLING.shape({}, (4, 2, 3), (4, 2, 2))
