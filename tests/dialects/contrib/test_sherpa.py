"""sherpa's layers: their definitions, and code on every target."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.dialects.contrib import contrib_layers
from ncnnc.dialects.ncnn.errors import InvalidLayerError

from tests.helpers.contrib_layers import Case, check_code, check_reference, uniform
from tests.helpers.lowering import TARGETS, check_layers


def pooled(x: np.ndarray, count: float, mean: np.ndarray) -> list[np.ndarray]:
    """Update the mean row by row."""
    means, total = [], mean.ravel() * np.float64(count)
    for row in x:
        total, count = total + row, count + 1
        means.append(total / count)
    return [np.array(part, np.float32) for part in (means, [count], means[-1:])]


def strided(
    x: np.ndarray, sizes: tuple[int, ...], strides: tuple[int, ...], offset: int
) -> np.ndarray:
    """Compute each element's address within its channel."""
    y = np.empty(sizes, np.float32)
    for c, i, j in np.ndindex(*sizes):
        y[c, i, j] = x[c].ravel()[offset + i * strides[1] + j * strides[2]]
    return y


def cases() -> list[Case]:
    """Return the layers without weights; strides of separate, spaced and overlapping rows."""
    x, mean, before = uniform(13, 7), uniform(1, 7, seed=1), np.array([5], np.float32)
    image, parts = uniform(3, 5, 11), [uniform(5, 7, seed=seed) for seed in range(3)]
    found = [
        Case("PoolingModuleNoProj", (x, before, mean), pooled(x, 5, mean)),
        Case("PoolingModuleNoProj", (x, 0 * before[None], mean), pooled(x, 0, mean)),
        Case("Stack", parts, (np.array(parts),)),
        Case("Stack", [part[0] for part in parts[:2]], (np.array(parts)[:2, 0],)),
    ]
    for size, stride, offset in (
        ((3, 5, 6), (55, 10, 1), 4),
        ((3, 4, 3), (55, 13, 3), 2),
        ((3, 6, 8), (55, 3, 2), 1),
    ):
        y = strided(image, size, stride, offset)
        params = {0: size, 1: stride, 2: offset}
        found.append(Case("TensorAsStrided", (image,), (y,), params))
    return found


def test_definitions():
    for case in cases():
        check_reference(case, 1e-6)


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_code(target: str):
    check_code(cases(), target, 2e-6)
    passes = ["expand-custom-layers"]
    check_layers("SimpleUpsample y 1 1 x y 0=3 1=7 2=21", {"x": (5, 7)}, target, passes=passes)


def test_rows_are_repeated():
    x, bias = uniform(5, 7), uniform(3, 7, seed=1)
    y = contrib_layers()["SimpleUpsample"].reference({0: 3, 1: 7, 2: 21}, x, bias)
    expected = [row + bias[copy] for row in x for copy in range(3)]
    np.testing.assert_array_equal(y, expected)


@pytest.mark.isa
def test_metadata_is_left_out_of_code_and_kept_in_files(tmp_path: Path):
    param, weights = tmp_path / "m.param", tmp_path / "m.bin"
    lines = ("SherpaMetaData m 0 0 0=2 -23316=3,2,3,2", "Input x 0 1 x 0=5", "ReLU y 1 1 x y")
    param.write_text("\n".join(("7767517", "3 2", *lines, "")))
    weights.write_bytes(b"")
    out = tmp_path / "o.param"
    ncnnc.optimize(str(param), str(weights), str(out), str(tmp_path / "o.bin"))
    (line,) = [line for line in out.read_text().splitlines() if "SherpaMetaData" in line]
    assert line.split() == lines[0].split()
    model = ncnnc.compile(str(out), str(tmp_path / "o.bin"), cache=False)
    assert [tensor.name for tensor in model.outputs] == ["y"]


@pytest.mark.parametrize(
    ("type", "params", "shapes", "reason"),
    [
        ("PoolingModuleNoProj", {}, [(13, 7), (2,), (1, 7)], "needs a count and 7 means"),
        ("Stack", {}, [(3,), (4,)], "which differ"),
        ("Stack", {0: 3}, [(3,), (3,)], "axis 3 is outside of 2 dimensions"),
        ("SimpleUpsample", {0: 2, 1: 7, 2: 15}, [(3, 7)], "is not 2 rows of 7"),
        ("SimpleUpsample", {0: 2, 1: 7, 2: 14}, [(3, 6)], "input has 6 channels"),
        ("TensorAsStrided", {}, [(3, 5, 7)], "must have 3 entries"),
        (
            "TensorAsStrided",
            {0: (3, 5, 7), 1: (35, 7, 1), 2: 1},
            [(3, 5, 7)],
            "reads up to element 35 of channels of 35",
        ),
    ],
)
def test_refused(type: str, params: dict, shapes: list[tuple[int, ...]], reason: str):
    with pytest.raises(InvalidLayerError, match=reason):
        contrib_layers()[type].shape(params, *shapes)
