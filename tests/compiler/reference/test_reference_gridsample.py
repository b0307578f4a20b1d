"""GridSample: what its places and paddings mean, on rows of numbered cells."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.reference import run_reference
from ncnnc.dialects.context import NcnncContext
from ncnnc.passes.graph.infer_shapes import InferShapesPass

from tests.helpers.importing import load_model_files
from tests.helpers.lowering import param_text

BILINEAR, NEAREST, BICUBIC = 1, 2, 3
ROW = np.array([10.0, 20.0, 30.0, 40.0], np.float32)


def sampled(params: dict[int, int], x: np.ndarray, grid: np.ndarray) -> np.ndarray:
    """Compute the layer by its definition."""
    ctx, arrays = NcnncContext(), {"x": x, "g": grid}
    numbered = " ".join(f"{id}={value}" for id, value in params.items())
    shapes = {name: array.shape for name, array in arrays.items()}
    text = param_text(f"GridSample y 2 1 x g y {numbered}", shapes)
    module = load_model_files(ctx, text, b"", shapes)
    InferShapesPass().apply(ctx, module)
    return run_reference(module, ctx.weights, arrays)["y"]


def along(params: dict[int, int], positions: list[float]) -> list[float]:
    """The row, read at positions in cells."""
    size, aligned = len(ROW), params.get(2, 0)
    x = np.tile(ROW, (1, 3, 1))
    places = np.zeros((1, len(positions), 2), np.float32)
    cells = np.array(positions)
    places[0, :, 0] = 2 * cells / (size - 1) - 1 if aligned else (2 * cells + 1) / size - 1
    return [round(float(v), 3) for v in sampled(params, x, places)[0, 0]]


@pytest.mark.parametrize(
    ("params", "expected"),
    [
        ({0: BILINEAR}, [10, 12.5, 35, 20, 0, 0]),
        ({0: BILINEAR, 1: 2}, [10, 12.5, 35, 40, 40, 10]),
        ({0: BILINEAR, 1: 3}, [10, 12.5, 35, 40, 40, 15]),
        ({0: BILINEAR, 1: 3, 2: 1}, [10, 12.5, 35, 35, 30, 25]),
        ({0: NEAREST}, [10, 10, 40, 0, 0, 0]),
        ({0: NEAREST, 1: 2, 2: 1}, [10, 10, 40, 40, 40, 10]),
        ({0: BICUBIC, 1: 2}, [10, 11.914, 35.938, 40.938, 40, 10]),
    ],
)
def test_padding(params: dict[int, int], expected: list[float]):
    assert along(params, [0, 0.25, 2.5, 3.5, 4, -1.5]) == expected


def test_mirrored_once():
    """Further out there is the outermost cell, or nothing if corners are aligned."""
    assert along({1: 3}, [7, -5, 100, -100]) == [10, 40, 10, 10]
    assert along({1: 3, 2: 1}, [6, 7, -6, 100, -100]) == [10, 0, 10, 0, 0]


def test_axes():
    """x is along the last axis; a planar grid has its coordinates first."""
    x = np.arange(24, dtype=np.float32).reshape(1, 2, 3, 4)
    corner = np.array([1, -1, 1], np.float32)
    for params, grid in (
        ({2: 1}, corner.reshape(1, 1, 1, 3)),
        ({2: 1, 3: 1}, corner.reshape(3, 1, 1, 1)),
    ):
        assert sampled(params, x, grid).tolist() == [[[[x[0, 1, 0, 3]]]]]


def test_cells_outside_are_nothing():
    """Not even beside infinity, of which a weight of 0 makes NaN; inside it does, as in ncnn."""
    x = np.array([[[np.inf, 2.0, 4.0]]], np.float32)
    places = np.zeros((1, 4, 2), np.float32)
    places[0, :, 0] = -4, -1, 0, 0.5
    with np.errstate(invalid="ignore"):
        assert sampled({}, x, places)[0, 0].tolist() == [0, np.inf, 2, 3.5]
        assert np.isnan(sampled({}, x[..., ::-1], np.zeros((1, 1, 2), np.float32))).all()
