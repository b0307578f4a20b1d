"""Pooling1D: layers to ops, windows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.constraints import int_list
from ncnnc.dialects.ncnn.errors import ShapeError
from ncnnc.dialects.ncnn.families.pooling_windows import AxisWindows

MakeLayer = Callable[..., Any]


def test_right_defaults_to_left(layer: MakeLayer):
    op = layer("Pooling1D", {1: 3, 2: 2, 3: 1}, (3, 10))
    assert int_list(op.pad) == [1, 1]
    assert op.infer_shapes() == [(3, 6)]


def test_mean_leaves_padding_out_unless_asked(layer: MakeLayer):
    params = {0: 1, 1: 3, 2: 2, 3: 1, 5: 1}
    (windows,) = layer("Pooling1D", params, (3, 5)).windows()
    assert windows == AxisWindows((0, 1, 3), (2, 4, 5), (2, 3, 2))
    (windows,) = layer("Pooling1D", {**params, 6: 1}, (3, 5)).windows()
    assert windows.counts == (3, 3, 3)


@pytest.mark.parametrize(
    ("params", "shape"),
    [({4: 1}, (3,)), ({7: 1, 8: 4}, (3, 4)), ({7: 1, 8: -233}, (3, 10)), ({1: 4, 2: 3}, (3, 3))],
)
def test_forms(layer: MakeLayer, params: dict[int, int], shape: tuple[int, ...]):
    assert layer("Pooling1D", params, (3, 10)).infer_shapes() == [shape]


def test_unknown_kind(layer: MakeLayer):
    with pytest.raises(ShapeError, match="pooling_type 2 is unknown, ncnn has 0 to 1"):
        layer("Pooling1D", {0: 2, 1: 3}, (3, 10))
