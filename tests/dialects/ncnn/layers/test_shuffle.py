"""ShuffleChannel and PixelShuffle: layers to ops, and the order of channels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.ncnn.base import ShapeError
from ncnnc.dialects.ncnn.layers.shuffle import PixelOrder

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


def test_pixelshuffle(layer: MakeLayer):
    op = layer("PixelShuffle", {0: 2, 1: 1}, (9, 3, 5))
    assert op.order.data is PixelOrder.DCR
    assert op.infer_shapes() == [(2, 6, 10)]
    assert not op.supports_packing()


def test_unknown_mode(layer: MakeLayer):
    with pytest.raises(ShapeError, match="mode 2 is unknown"):
        layer("PixelShuffle", {0: 2, 1: 2}, (8, 3, 5))
