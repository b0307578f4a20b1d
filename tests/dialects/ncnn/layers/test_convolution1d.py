"""1-D convolutions: layers to ops, padding, weights to spare."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.constraints import int_list
from ncnnc.dialects.ncnn.attributes import Activation
from ncnnc.dialects.ncnn.errors import ShapeError
from ncnnc.dialects.ncnn.shapes import shape_of

MakeLayer = Callable[..., Any]
BASE = {0: 6, 1: 3, 6: 6 * 4 * 3}
"""6 outputs, 3 taps, of 4 channels."""


def test_right_defaults_to_left(layer: MakeLayer):
    op = layer("Convolution1D", {**BASE, 4: 2, 3: 2, 2: 3, 18: 0.5, 5: 1}, (4, 9))
    assert int_list(op.pad) == [2, 2]
    assert (op.stride.value.data, op.dilation.value.data) == (2, 3)
    assert op.pad_value.value.data == 0.5
    assert shape_of(op.weight) == (6, 4, 3)
    assert op.infer_shapes() == [(6, 4)]


@pytest.mark.parametrize(("code", "expected"), [(-233, (0, 1)), (-234, (1, 0)), (0, (0, 0))])
def test_same_padding_puts_the_odd_cell_on_one_side(
    layer: MakeLayer, code: int, expected: tuple[int, int]
):
    op = layer("Convolution1D", {**BASE, 3: 2, 4: code}, (4, 8))
    assert op.resolved_pads() == expected


def test_activation_keeps_the_parameters_that_it_takes(layer: MakeLayer):
    op = layer("Convolution1D", {**BASE, 9: 2, 10: [0.5, 6.0]}, (4, 9))
    assert op.activation.data is Activation.LEAKY_RELU
    assert len(op.activation_params.get_values()) == 1


def test_dynamic_weights_are_inputs(layer: MakeLayer):
    op = layer("ConvolutionDepthWise1D", {19: 1, 5: 1, 7: 2}, (4, 9), (6, 2, 3), (6,))
    assert op.infer_shapes() == [(6, 7)]
    assert op.bias is not None
    with pytest.raises(ShapeError, match="needs them as its second input"):
        layer("Convolution1D", {**BASE, 19: 1}, (4, 9))


def test_grouped_layers_may_have_weights_to_spare(layer: MakeLayer):
    op = layer("ConvolutionDepthWise1D", {0: 4, 1: 3, 6: 36, 7: 4}, (4, 9))
    assert shape_of(op.weight) == (4, 3, 3)
    assert op.used_weight_shape == (4, 1, 3)
    assert op.has_spare_weights
    assert op.infer_shapes() == [(4, 7)]
    exact = layer("ConvolutionDepthWise1D", {0: 4, 1: 3, 6: 12, 7: 4}, (4, 9))
    assert not exact.has_spare_weights


@pytest.mark.parametrize(
    ("params", "reason"),
    [
        ({9: 7}, "activation_type 7 is unknown"),
        ({6: 100}, "weight_data_size 100 is not a multiple of num_output 6 x 3 taps"),
        ({0: 0}, "num_output 0 and kernel area 3 must be positive"),
    ],
)
def test_parameters_that_cannot_be(layer: MakeLayer, params: dict[int, Any], reason: str):
    with pytest.raises(ShapeError, match=reason):
        layer("Convolution1D", {**BASE, **params}, (4, 9))


def test_there_is_at_least_one_group(layer: MakeLayer):
    with pytest.raises(ShapeError, match="group must be positive, not 0"):
        layer("ConvolutionDepthWise1D", {0: 4, 1: 3, 6: 36, 7: 0}, (4, 9))
