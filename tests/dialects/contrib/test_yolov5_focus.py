"""YoloV5Focus computes what its definition says, on every target."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.lowering import TARGETS, compile_layers


def defined(x: np.ndarray) -> np.ndarray:
    """Compute the layer pixel by pixel."""
    c, h, w = x.shape
    y = np.empty((4 * c, h // 2, w // 2), np.float32)
    for p, i, j in np.ndindex(*y.shape):
        y[p, i, j] = x[p % c, 2 * i + (p // c) % 2, 2 * j + p // c // 2]
    return y


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("channels", "packed"), [(1, False), (3, False), (7, False), (17, False), (16, True)]
)
def test_every_pixel_is_moved(target: str, channels: int, packed: bool):
    shapes = {"x": (channels, 6, 10)}
    passes = ["expand-custom-layers"]
    layers = compile_layers("YoloV5Focus y 1 1 x y", shapes, target, packed, passes=passes)
    (result,) = layers.model.run(layers.inputs).values()
    np.testing.assert_array_equal(result, defined(layers.inputs["x"]))
    np.testing.assert_array_equal(layers.expected["y"], result)
