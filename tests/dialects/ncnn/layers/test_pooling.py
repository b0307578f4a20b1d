"""Pooling: layers to ops, and the windows in every form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.constraints import int_list
from ncnnc.dialects.ncnn.errors import ShapeError
from ncnnc.dialects.ncnn.families.pooling_windows import AxisWindows, PadMode, PoolingKind

MakeLayer = Callable[..., Any]
AVG = 1
FULL, VALID, SAME_UPPER, SAME_LOWER = range(4)


def test_layer_with_windows(layer: MakeLayer):
    op = layer("Pooling", {0: AVG, 1: 3, 11: 2, 2: 2, 3: 1, 14: 2, 13: 3, 5: 2}, (4, 7, 9))
    assert op.kind.data is PoolingKind.AVG
    assert op.pad_mode.data is PadMode.SAME_UPPER
    assert int_list(op.kernel) == [2, 3]
    assert int_list(op.stride) == [2, 2]
    assert int_list(op.pad) == [3, 1, 3, 2]
    assert op.count_include_pad is None
    assert op.supports_packing()


def test_global_layer_gives_a_vector(layer: MakeLayer):
    op = layer("Pooling", {0: AVG, 4: 1}, (4, 7, 9))
    assert op.infer_shapes() == [(4,)]
    assert op.windows() == (AxisWindows((0,), (7,), (7,)), AxisWindows((0,), (9,), (9,)))


def test_adaptive_layer_divides_the_input(layer: MakeLayer):
    op = layer("Pooling", {7: 1, 8: -233, 18: 3}, (4, 7, 9))
    rows, columns = op.windows()
    assert rows == AxisWindows((0, 2, 4), (3, 5, 7), (3, 3, 3))
    assert columns.counts == (1,) * 9
    assert op.infer_shapes() == [(4, 3, 9)]


@pytest.mark.parametrize(
    ("mode", "starts", "ends"),
    [
        (FULL, (0, 2, 4, 6), (3, 5, 7, 8)),
        (VALID, (0, 2, 4), (3, 5, 7)),
        (SAME_UPPER, (0, 2, 4, 6), (3, 5, 7, 8)),
        (SAME_LOWER, (0, 1, 3, 5), (2, 4, 6, 8)),
    ],
)
def test_pad_modes(layer: MakeLayer, mode: int, starts: tuple[int, ...], ends: tuple[int, ...]):
    columns = layer("Pooling", {1: 3, 2: 2, 5: mode}, (1, 8, 8)).windows()[1]
    assert (columns.starts, columns.ends) == (starts, ends)


def test_mean_leaves_out_explicit_padding_and_the_tail(layer: MakeLayer):
    columns = layer("Pooling", {0: AVG, 1: 3, 2: 2, 3: 1, 5: FULL}, (1, 6, 6)).windows()[1]
    assert columns == AxisWindows((0, 1, 3, 5), (2, 4, 6, 6), (2, 3, 3, 1))


def test_mean_counts_padding_if_told_to(layer: MakeLayer):
    columns = layer("Pooling", {0: AVG, 1: 3, 2: 2, 3: 1, 6: 1}, (1, 6, 6)).windows()[1]
    assert columns.counts == (3, 3, 3, 3)


def test_mean_counts_same_padding_always(layer: MakeLayer):
    columns = layer("Pooling", {0: AVG, 1: 3, 2: 2, 5: SAME_LOWER}, (1, 8, 8)).windows()[1]
    assert columns.starts[0] == 0
    assert columns.counts == (3, 3, 3, 3)


def test_window_in_the_padding_is_empty(layer: MakeLayer):
    columns = layer("Pooling", {1: 3, 2: 2, 5: FULL}, (1, 2, 2)).windows()[1]
    assert columns.starts[1] >= columns.ends[1]


@pytest.mark.parametrize(
    ("params", "reason"),
    [
        ({0: 2}, "pooling_type 2 is unknown"),
        ({1: 3, 5: 4}, "pad_mode 4 is unknown"),
    ],
)
def test_unknown_codes(layer: MakeLayer, params: dict[int, int], reason: str):
    with pytest.raises(ShapeError, match=reason):
        layer("Pooling", params, (4, 7, 9))
