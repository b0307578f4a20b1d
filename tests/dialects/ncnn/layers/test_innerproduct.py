"""InnerProduct: which inputs are vectors and which are rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.ncnn.attributes import Activation
from ncnnc.dialects.ncnn.errors import ShapeError
from ncnnc.dialects.ncnn.shapes import Shape

MakeLayer = Callable[..., Any]


@pytest.mark.parametrize(
    ("shape", "result"),
    [
        ((12,), (5,)),
        ((3, 12), (3, 5)),
        ((1, 12), (1, 5)),
        ((3, 4), (5,)),
        ((12, 1), (5,)),
        ((3, 2, 2), (5,)),
        ((3, 1, 2, 2), (5,)),
    ],
)
def test_shapes(layer: MakeLayer, shape: Shape, result: Shape):
    op = layer("InnerProduct", {0: 5, 2: 60}, shape)
    assert op.infer_shapes() == [result]
    assert op.is_per_row == (len(result) == 2)


def test_layer_with_everything(layer: MakeLayer):
    op = layer("InnerProduct", {0: 5, 1: 1, 2: 60, 8: 1, 9: 4}, (12,))
    assert op.activation.data is Activation.SIGMOID
    assert op.int8_scale_term.value.data == 1
    assert [v.type.get_shape() for v in op.operands] == [(12,), (5, 12), (5,), (5,), (1,)]
    assert op.supports_packing()


def test_weights_must_divide(layer: MakeLayer):
    with pytest.raises(ShapeError, match="weight_data_size 61 is not a multiple of num_output 5"):
        layer("InnerProduct", {0: 5, 2: 61}, (12,))
    with pytest.raises(ShapeError, match="weight_data_size 60 is not a multiple of num_output 0"):
        layer("InnerProduct", {0: 0, 2: 60}, (12,))
