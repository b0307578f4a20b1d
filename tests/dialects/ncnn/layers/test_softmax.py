"""Softmax: the axis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.ncnn.errors import ShapeError
from ncnnc.dialects.ncnn.rules.ranks import SameRank

MakeLayer = Callable[..., Any]


def test_axis(layer: MakeLayer):
    op = layer("Softmax", {0: -2, 1: 1}, (4, 7, 9))
    assert op.resolved_axis() == 1
    assert op.infer_shapes() == [(4, 7, 9)]
    assert op.result_rank(op.output, lambda _: None) == SameRank(op.input)
    assert not op.supports_packing()


def test_old_layers_mean_another_axis(layer: MakeLayer):
    assert layer("Softmax", {}, (4, 7, 9)).resolved_axis() == 0
    with pytest.raises(ShapeError, match="axis 1 needs 1=1"):
        layer("Softmax", {0: 1}, (4, 7, 9))
