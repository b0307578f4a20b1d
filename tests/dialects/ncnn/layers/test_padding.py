"""Padding: layers to ops, and where the cells of the border come from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.constraints import int_list
from ncnnc.dialects.ncnn.errors import ShapeError
from ncnnc.dialects.ncnn.layers.padding import OUTSIDE, PaddingKind
from ncnnc.dialects.ncnn.shapes import Shape

MakeLayer = Callable[..., Any]
PADS = {0: 1, 1: 2, 2: 3, 3: 4, 7: 5, 8: 6}
"""Top, bottom, left, right, front, behind."""


def test_layer(layer: MakeLayer):
    op = layer("Padding", {**PADS, 4: 1, 5: 0.5}, (9, 9, 9))
    assert op.kind.data is PaddingKind.REPLICATE
    assert int_list(op.before) == [5, 1, 3]
    assert int_list(op.after) == [6, 2, 4]
    assert op.value.value.data == 0.5


@pytest.mark.parametrize(
    ("shape", "pads"),
    [
        ((9,), [(3, 4)]),
        ((9, 9), [(1, 2), (3, 4)]),
        ((9, 9, 9), [(5, 6), (1, 2), (3, 4)]),
        ((9, 9, 9, 9), [(0, 0), (5, 6), (1, 2), (3, 4)]),
    ],
)
def test_pads_of_each_rank(layer: MakeLayer, shape: Shape, pads: list[tuple[int, int]]):
    op = layer("Padding", PADS, shape)
    assert op.axis_pads() == pads
    assert op.infer_shapes() == [tuple(n + a + b for n, (a, b) in zip(shape, pads, strict=True))]


@pytest.mark.parametrize(
    ("kind", "indices"),
    [
        (0, [OUTSIDE, OUTSIDE, 0, 1, 2, OUTSIDE, OUTSIDE]),
        (1, [0, 0, 0, 1, 2, 2, 2]),
        (2, [2, 1, 0, 1, 2, 1, 0]),
    ],
)
def test_source_of_each_cell(layer: MakeLayer, kind: int, indices: list[int]):
    op = layer("Padding", {2: 2, 3: 2, 4: kind}, (3,))
    assert op.source_indices()[0].tolist() == indices


def test_values_by_channel_are_stored(layer: MakeLayer):
    op = layer("Padding", {0: 1, 6: 4}, (4, 5, 6))
    assert op.values is not None
    assert op.infer_shapes() == [(4, 6, 6)]


@pytest.mark.requirement("L10")
def test_packed_channels_get_one_constant(layer: MakeLayer):
    assert layer("Padding", {0: 1}, (4, 5, 6)).supports_packing()
    assert layer("Padding", {7: 1}, (4, 5, 6)).supports_packing()
    assert layer("Padding", {0: 1, 4: 1}, (4, 5, 6)).supports_packing()
    assert not layer("Padding", {7: 1, 4: 1}, (4, 5, 6)).supports_packing()
    assert not layer("Padding", {7: 1, 6: 5}, (4, 5, 6)).supports_packing()
    assert not layer("Padding", {0: 1}, (5, 6)).supports_packing()


def test_unknown_kind(layer: MakeLayer):
    with pytest.raises(ShapeError, match="type 3 is unknown"):
        layer("Padding", {4: 3}, (4, 5, 6))
