"""DeformableConv2D: its inputs, and parameters that mean what they say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.ncnn.errors import InvalidLayerError, ShapeError

MakeLayer = Callable[..., Any]
PARAMS = {0: 6, 1: 3, 6: 6 * 4 * 9}


def test_inputs(layer: MakeLayer):
    image, offsets, masks = (4, 7, 9), (18, 5, 7), (9, 5, 7)
    op = layer("DeformableConv2D", PARAMS, image, offsets)
    assert (op.infer_shapes(), op.mask) == ([(6, 5, 7)], None)
    op = layer("DeformableConv2D", {**PARAMS, 5: 1}, image, offsets, masks)
    assert op.infer_shapes() == [(6, 5, 7)]
    assert op.operand_names() == ["input", "weight", "bias", "offset", "mask"]
    with pytest.raises(InvalidLayerError, match="has 1 inputs"):
        layer("DeformableConv2D", PARAMS, image)
    with pytest.raises(ShapeError, match="takes 2 or 3 inputs, 4 given"):
        layer("DeformableConv2D", PARAMS, image, offsets, masks, masks)


def test_pads_are_no_codes(layer: MakeLayer):
    op = layer("DeformableConv2D", {**PARAMS, 4: -1}, (4, 7, 9), (18, 3, 5))
    assert op.infer_shapes() == [(6, 3, 5)]
    assert op.resolved_pads() == (-1, -1, -1, -1)
    with pytest.raises(ShapeError, match="exceeds the padded input of -459"):
        layer("DeformableConv2D", {**PARAMS, 4: -233}, (4, 7, 9), (18, 7, 9)).infer_shapes()
