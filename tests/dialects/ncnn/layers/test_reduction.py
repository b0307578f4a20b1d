"""Reduction: layers to ops, axes, shapes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.ncnn.errors import ShapeError
from ncnnc.dialects.ncnn.layers.reduction import ReductionKind
from ncnnc.dialects.ncnn.shapes import Shape

MakeLayer = Callable[..., Any]


def axes(*values: int) -> dict[int, Any]:
    return {1: 0, 3: list(values), 5: 1}


@pytest.mark.parametrize(
    ("shape", "params", "reduced", "result"),
    [
        ((4, 7, 9), {}, (0, 1, 2), (1,)),
        ((4, 7, 9), {4: 1}, (0, 1, 2), (1, 1, 1)),
        ((4, 7, 9), {1: 1, 3: [0], 5: 1}, (0, 1, 2), (1,)),
        ((4, 7, 9), axes(-1, 1), (1, 2), (4,)),
        ((4, 7, 9), {**axes(1), 4: 1}, (1,), (4, 1, 9)),
        ((4, 3, 7, 9), axes(0, 2), (0, 2), (3, 9)),
        ((7, 9), axes(0, 1), (0, 1), (1,)),
        ((9,), axes(0), (0,), (1,)),
        ((9,), axes(), (0,), (1,)),
        ((7, 9), axes(), (), (7, 9)),
        ((4, 7, 9), {**axes(), 4: 1}, (), (4, 7, 9)),
        ((4, 7, 9), {1: 0}, (), (4, 7, 9)),
        ((4, 7, 9), {1: 1, 3: [], 4: 1}, (0, 1, 2), (1, 1, 1)),
    ],
)
def test_shapes(
    layer: MakeLayer, shape: Shape, params: dict[int, Any], reduced: Shape, result: Shape
):
    op = layer("Reduction", params, shape)
    assert op.resolved_axes() == reduced
    assert op.infer_shapes() == [result]


def test_layer(layer: MakeLayer):
    op = layer("Reduction", {0: 10, 2: 0.5}, (4, 7, 9))
    assert op.kind.data is ReductionKind.LOGSUMEXP
    assert op.coeff.value.data == 0.5


def test_planes_of_an_image_can_be_packed(layer: MakeLayer):
    assert layer("Reduction", axes(1, 2), (4, 7, 9)).supports_packing()
    assert not layer("Reduction", axes(0, 1), (4, 7, 9)).supports_packing()
    assert not layer("Reduction", axes(1, 2), (4, 3, 7, 9)).supports_packing()


@pytest.mark.parametrize(
    ("params", "reason"),
    [
        ({0: 11}, "operation 11 is unknown"),
        ({1: 0, 3: [1]}, "axes need 5=1"),
    ],
)
def test_layers_that_cannot_be(layer: MakeLayer, params: dict[int, Any], reason: str):
    with pytest.raises(ShapeError, match=reason):
        layer("Reduction", params, (4, 7, 9))
