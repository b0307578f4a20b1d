"""ShuffleChannel, PixelShuffle and Reorg: layers to ops, and the order of channels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.ncnn.errors import InvalidLayerError, ShapeError
from ncnnc.dialects.ncnn.layers.shuffle import PixelOrder
from ncnnc.dialects.ncnn.shapes import Shape

MakeLayer = Callable[..., Any]


def test_channels_are_interleaved(layer: MakeLayer):
    op = layer("ShuffleChannel", {0: 2}, (6, 7, 9))
    assert op.channel_order() == [0, 3, 1, 4, 2, 5]
    assert op.infer_shapes() == [(6, 7, 9)]
    assert op.supports_packing()


@pytest.mark.parametrize("group", [1, 2, 3, 6])
def test_reverse_undoes(layer: MakeLayer, group: int):
    order = layer("ShuffleChannel", {0: group}, (6, 7, 9)).channel_order()
    reverse = layer("ShuffleChannel", {0: group, 1: 1}, (6, 7, 9)).channel_order()
    assert [order[q] for q in reverse] == list(range(6))


def test_one_group_of_any_blob(layer: MakeLayer):
    assert layer("ShuffleChannel", {0: 1}, (6, 7)).infer_shapes() == [(6, 7)]
    with pytest.raises(ShapeError, match="input must have channels"):
        layer("ShuffleChannel", {0: 2}, (6, 7)).infer_shapes()


def test_pixelshuffle(layer: MakeLayer):
    op = layer("PixelShuffle", {0: 2, 1: 1}, (9, 3, 5))
    assert op.order.data is PixelOrder.DCR
    assert op.infer_shapes() == [(2, 6, 10)]
    assert not op.supports_packing()


def test_unknown_mode(layer: MakeLayer):
    with pytest.raises(ShapeError, match="mode 2 is unknown"):
        layer("PixelShuffle", {0: 2, 1: 2}, (8, 3, 5))


@pytest.mark.parametrize(
    ("source", "shape"),
    [((3, 4, 7), (12, 2, 3)), ((4, 7), (4, 2, 3)), ((2, 3, 4, 7), (8, 2, 3))],
)
def test_reorg(layer: MakeLayer, source: Shape, shape: Shape):
    op = layer("Reorg", {0: 2, 1: 1}, source)
    assert op.infer_shapes() == [shape]
    assert op.order.data is PixelOrder.DCR
    assert op.result_rank(op.output, lambda _: None) == 3
    assert op.layer_params() == {"stride": 2, "mode": 1}


def test_blocks_that_cannot_be(layer: MakeLayer):
    with pytest.raises(ShapeError, match="1 rows of 7 have no blocks of 2"):
        layer("Reorg", {0: 2}, (7,)).infer_shapes()
    with pytest.raises(InvalidLayerError, match="stride 0 must be positive"):
        layer("Reorg", {0: 0}, (2, 4, 4))
