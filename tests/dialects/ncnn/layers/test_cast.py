"""Cast and Packing: conversions that ncnn has."""

from __future__ import annotations

from typing import Any

import pytest
from ncnnc.dialects.ncnn.errors import InvalidLayerError, ShapeError
from ncnnc.dialects.ncnn.layers.cast import StorageType


@pytest.mark.parametrize(
    ("codes", "rounds_to"),
    [
        ((0, 0), None),
        ((1, 1), None),
        ((3, 3), None),
        ((1, 2), StorageType.FLOAT16),
        ((2, 1), None),
        ((1, 4), StorageType.BFLOAT16),
        ((4, 1), None),
        ((3, 1), None),
    ],
)
def test_conversions(layer: Any, codes: tuple[int, int], rounds_to: StorageType | None):
    op = layer("Cast", dict(enumerate(codes)), (4, 5))
    assert op.rounds_to() == rounds_to
    assert op.infer_shapes() == [(4, 5)]
    assert tuple(op.layer_params().values()) == codes


@pytest.mark.parametrize(
    ("codes", "reason"),
    [
        ((1, 3), "ncnn has no conversion from float32 to int8"),
        ((2, 4), "ncnn has no conversion from float16 to bfloat16"),
        ((1, 5), "must be 0 to 4"),
    ],
)
def test_conversions_that_ncnn_lacks(layer: Any, codes: tuple[int, int], reason: str):
    with pytest.raises(ShapeError, match=reason):
        layer("Cast", dict(enumerate(codes)), (4, 5))


def test_packing(layer: Any):
    assert layer("Packing", {0: 4}, (5, 5)).infer_shapes() == [(5, 5)]
    assert layer("Packing", {0: 5, 1: 1}, (5, 5)).infer_shapes() == [(5, 5)]
    with pytest.raises(ShapeError, match="filling 5 up to a multiple of 4 is not supported"):
        layer("Packing", {0: 4, 1: 1}, (5, 5)).infer_shapes()
    with pytest.raises(InvalidLayerError, match="elempack 0 must be positive"):
        layer("Packing", {0: 0}, (5, 5))
