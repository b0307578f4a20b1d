"""Build ops of the graph dialect from the parameters of a layer, as the importer does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.ncnn import LAYER_OPS, NcnnOp
from ncnnc.dialects.ncnn.given_layer import GivenLayer
from ncnnc.dialects.ncnn.layer import ParamValue
from ncnnc.dialects.ncnn.shapes import Shape, tensor_type
from xdsl.utils.test_value import create_ssa_value

MakeLayer = Callable[..., Any]


def make_layer(type: str, params: dict[int, ParamValue], *inputs: Shape, tops: int = 1) -> NcnnOp:
    """The op of a layer with these numbered parameters, for inputs of these shapes."""
    cls = LAYER_OPS[type]
    assert cls.LAYER is not None
    named: dict[str, ParamValue] = {}
    for param in cls.LAYER.params:
        default = param.default(named) if callable(param.default) else param.default
        named[param.name] = params.get(param.id, default)
    weights = {
        weight.name: create_ssa_value(tensor_type(weight.shape(named)))
        for weight in cls.LAYER.weights
        if weight.present(named)
    }
    values = [create_ssa_value(tensor_type(shape)) for shape in inputs]
    return cls.from_layer(GivenLayer(named, values, weights, tops))


@pytest.fixture
def layer() -> MakeLayer:
    """`layer("Pooling", {1: 3}, (4, 7, 9))`: the op of a layer."""
    return make_layer
