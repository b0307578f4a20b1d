"""VITS's modules: their definitions, and code on every target."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.contrib import contrib_layers
from ncnnc.dialects.ncnn.errors import InvalidLayerError

from tests.dialects.contrib.test_piper import forward
from tests.helpers.contrib_layers import Case, check_code, check_reference, uniform
from tests.helpers.lowering import TARGETS

REVERSE = {0: 1}


def transposed(x: np.ndarray) -> np.ndarray:
    """Swap rows and columns of each channel."""
    image = x[None] if x.ndim == 2 else x
    y = np.empty((image.shape[0], image.shape[2], image.shape[1]), np.float32)
    for c, i, j in np.ndindex(*y.shape):
        y[c, i, j] = image[c, j, i]
    return y


def coupled(halves: tuple[np.ndarray, np.ndarray], change: np.ndarray, mask: np.ndarray | None):
    """Add the change to the second half, or subtract it and mask."""
    kept, changed = (half[0] for half in halves)
    y = np.zeros((1, len(kept) + len(changed), kept.shape[1]), np.float32)
    y[0, : len(kept)] = kept
    for i, j in np.ndindex(*changed.shape):
        if mask is None:
            y[0, len(kept) + i, j] = change[i, j] + changed[i, j]
        elif mask[0, 0, j]:
            y[0, len(kept) + i, j] = changed[i, j] - change[i, j]
    return y


def transform_case() -> Case:
    """Return values of a spline; its first and last derivatives are not read."""
    x = uniform(37, seed=5, bound=6)
    tables = uniform(37, 29, seed=6, bound=3)
    y = [forward(*pair) for pair in zip(tables, x, strict=True)]
    scaled = tables / np.float32(np.sqrt(192))
    derivatives = np.pad(tables[:, 20:], ((0, 0), (1, 1)), constant_values=99)
    parts = (
        derivatives[None],
        np.array(y, np.float32)[None, None],
        scaled[None, :, :10],
        scaled[:, 10:20],
    )
    return Case("modules.PRQTransform", parts, (x[None, None],))


def exact_cases() -> list[Case]:
    """Return the layers that move elements, add and compare."""
    image, matrix = uniform(3, 5, 7), uniform(5, 7)
    kept, changed, change = uniform(1, 3, 13), uniform(1, 5, 13, seed=1), uniform(5, 13, seed=2)
    mask = (np.arange(13) < 9).astype(np.float32)[None, None]
    both = (kept, changed)
    lengths = np.array([0, 4, 13.5, 99], np.float32)
    rows = [[float(place < length) for place in range(13)] for length in lengths]
    return [
        Case("modules.Transpose", (image,), (transposed(image),)),
        Case("modules.Transpose", (matrix,), (transposed(matrix),)),
        Case("modules.ReduceDims", (matrix,), (matrix.ravel(),)),
        Case("modules.ReduceDims", (matrix[None],), (matrix,)),
        Case("modules.ReduceDims", (image,), (image.ravel().reshape(5, 21),)),
        Case(
            "modules.ResidualReverse",
            (change, changed, mask, kept),
            (coupled(both, change, None),),
        ),
        Case(
            "modules.ResidualReverse",
            (mask, change, changed, kept),
            (coupled(both, change, mask),),
            REVERSE,
        ),
        Case("modules.SequenceMask", (changed, lengths), (np.array(rows, np.float32),)),
    ]


def test_definitions():
    for case in exact_cases():
        check_reference(case, 1e-6)
    check_reference(transform_case(), 1e-4)


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_code(target: str):
    check_code([*exact_cases(), transform_case()], target, 1e-4)


def test_noise_is_normal_and_always_the_same():
    layer = contrib_layers()["modules.RandnLike"]
    noise = layer.reference({}, np.zeros((1, 60, 70), np.float32))
    assert noise.shape == layer.shape({}, (1, 60, 70)) == (60, 70)
    assert abs(noise.mean()) < 0.05
    assert abs(noise.std() - 1) < 0.05
    np.testing.assert_array_equal(noise, layer.reference({}, np.ones((60, 70), np.float32)))


@pytest.mark.parametrize(
    ("type", "shapes", "reason"),
    [
        ("modules.ResidualReverse", [(3, 7), (2, 3, 7), (1, 7), (2, 7)], "must have one channel"),
        ("modules.ResidualReverse", [(3, 7), (4, 7), (1, 7), (2, 7)], "do not fit"),
        ("modules.ResidualReverse", [(3, 7)], "has 1 inputs, must have 4"),
        ("modules.PRQTransform", [(5, 10), (5,), (5, 10), (5, 10)], "5 values, parameters of"),
        ("modules.SequenceMask", [(3, 7), (1, 2)], "lengths must have 1 dimension, not 2"),
    ],
)
def test_refused(type: str, shapes: list[tuple[int, ...]], reason: str):
    with pytest.raises(InvalidLayerError, match=reason):
        contrib_layers()[type].shape({}, *shapes)
