"""Concat: the axis, and which tensors may be packed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.ncnn.errors import ShapeError
from ncnnc.dialects.ncnn.shapes import Shape

MakeLayer = Callable[..., Any]


@pytest.mark.parametrize(
    ("axis", "resolved", "shape"), [(0, 0, (8, 7, 9)), (-1, 2, (4, 7, 18)), (1, 1, (4, 14, 9))]
)
def test_axes(layer: MakeLayer, axis: int, resolved: int, shape: Shape):
    op = layer("Concat", {0: axis}, (4, 7, 9), (4, 7, 9))
    assert op.resolved_axis() == resolved
    assert op.infer_shapes() == [shape]


@pytest.mark.requirement("L10")
@pytest.mark.parametrize(
    ("shape", "packs"), [((4,), False), ((4, 7), False), ((4, 7, 9), True), ((4, 2, 7, 9), True)]
)
def test_images_can_be_packed(layer: MakeLayer, shape: Shape, packs: bool):
    assert layer("Concat", {}, shape, shape).supports_packing() == packs


def test_there_is_something_to_concatenate(layer: MakeLayer):
    with pytest.raises(ShapeError, match="needs at least one input"):
        layer("Concat", {}).infer_shapes()
