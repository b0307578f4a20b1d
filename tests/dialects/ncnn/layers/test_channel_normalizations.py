"""GroupNorm, InstanceNorm, MVN, Normalize: shapes, ranks, parameters, and what ncnn refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.kernel.attributes import EpsGuard
from ncnnc.dialects.ncnn.errors import InvalidLayerError, ShapeError
from ncnnc.dialects.ncnn.layer import ParamValue
from ncnnc.dialects.ncnn.rules.ranks import SameRank
from ncnnc.dialects.ncnn.shapes import Shape

MakeLayer = Callable[..., Any]
Params = dict[int, ParamValue]
SHAPES: list[Shape] = [(6,), (6, 5), (6, 5, 4), (6, 5, 4, 3)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("affine", [0, 1])
def test_group_norm(layer: MakeLayer, shape: Shape, affine: int):
    op = layer("GroupNorm", {0: 3, 1: 6, 2: 0.5, 3: affine}, shape)
    assert op.infer_shapes() == [shape]
    assert op.result_rank(op.output, lambda _: None) == SameRank(op.input)
    assert op.layer_params() == {"group": 3, "channels": 6, "eps": 0.5, "affine": affine}


@pytest.mark.parametrize(
    ("params", "error"),
    [
        ({0: 4, 1: 6, 3: 0}, InvalidLayerError),
        ({0: 0, 1: 6, 3: 0}, InvalidLayerError),
        ({0: 2, 1: 8, 3: 0}, InvalidLayerError),
        ({0: 2, 1: 4, 3: 0}, ShapeError),
    ],
    ids=["uneven groups", "no groups", "more channels", "fewer channels"],
)
def test_groups_must_fit(layer: MakeLayer, params: Params, error: type[ShapeError]):
    with pytest.raises(error) as raised:
        layer("GroupNorm", params, (6, 5)).infer_shapes()
    assert raised.type is error


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("affine", [0, 1])
def test_instance_norm(layer: MakeLayer, shape: Shape, affine: int):
    op = layer("InstanceNorm", {0: 8, 1: 0.5, 2: affine}, shape)
    assert op.infer_shapes() == [shape]
    assert op.result_rank(op.output, lambda _: None) == SameRank(op.input)
    assert op.layer_params() == {"channels": 8 * affine, "eps": 0.5, "affine": affine}


def test_instance_norm_needs_parameters_for_all_channels(layer: MakeLayer):
    assert layer("InstanceNorm", {0: 3}, (6, 5)).channel_count == 1
    with pytest.raises(InvalidLayerError):
        layer("InstanceNorm", {0: 3}, (6, 5, 4)).infer_shapes()


@pytest.mark.parametrize("shape", SHAPES)
def test_mvn_makes_images(layer: MakeLayer, shape: Shape):
    op = layer("MVN", {0: 1, 1: 1}, shape)
    assert op.infer_shapes() == [(1,) * (3 - len(shape)) + shape]
    assert op.result_rank(op.output, lambda _: None) == SameRank(op.input, 3)
    assert op.layer_params()["across_channels"] == 1


@pytest.mark.parametrize("shape", SHAPES)
def test_normalize(layer: MakeLayer, shape: Shape):
    op = layer("Normalize", {0: 1, 4: 0, 1: 1, 2: 0.5, 9: 1, 3: 1}, shape)
    assert op.infer_shapes() == [shape]
    assert op.result_rank(op.output, lambda _: None) == SameRank(op.input)
    assert op.layer_params() == {
        "across_spatial": 1,
        "across_channel": 0,
        "channel_shared": 1,
        "eps": 0.5,
        "eps_mode": 1,
        "scale_data_size": 1,
    }


def test_unknown_eps_modes_of_normalize_are_the_last(layer: MakeLayer):
    modes = [layer("Normalize", {3: 6, 9: mode}, (6, 5, 4)).guard.data for mode in (-1, 0, 1, 2, 7)]
    assert modes[0] == modes[3] == modes[4] == EpsGuard.LEAST_SQUARE
    assert modes[1:3] == [EpsGuard.ADDED_TO_SQUARE, EpsGuard.LEAST_ROOT]


def test_normalize_needs_a_factor_for_each_channel(layer: MakeLayer):
    assert layer("Normalize", {3: 1}, (6, 5)).infer_shapes() == [(6, 5)]
    with pytest.raises(InvalidLayerError):
        layer("Normalize", {3: 5}, (6, 5, 4)).infer_shapes()
