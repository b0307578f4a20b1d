"""Convolutions: layers to ops, padding, vectors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.constraints import float_list, int_list
from ncnnc.dialects.ncnn.attributes import Activation
from ncnnc.dialects.ncnn.errors import ShapeError

MakeLayer = Callable[..., Any]
BASE = {0: 6, 1: 3, 6: 6 * 4 * 9}
"""6 outputs, 3x3, of 4 channels."""


def test_right_and_bottom_default_to_left_and_top(layer: MakeLayer):
    op = layer("Convolution", {**BASE, 4: 1, 14: 2, 3: 2, 12: 3}, (4, 9, 9))
    assert int_list(op.pad) == [2, 1, 2, 1]
    assert int_list(op.stride) == [2, 2]
    assert int_list(op.dilation) == [3, 1]
    assert op.infer_shapes() == [(6, 4, 5)]


@pytest.mark.parametrize(
    ("code", "expected"), [(-233, (0, 0, 1, 1)), (-234, (1, 1, 0, 0)), (0, (0, 0, 0, 0))]
)
def test_same_padding_puts_the_odd_cell_on_one_side(
    layer: MakeLayer, code: int, expected: tuple[int, ...]
):
    op = layer("Convolution", {**BASE, 3: 2, 4: code}, (4, 8, 8))
    assert op.resolved_pads() == expected


def test_one_code_alone_is_no_same_padding(layer: MakeLayer):
    op = layer("Convolution", {**BASE, 4: 0, 14: -233}, (4, 8, 8))
    assert op.resolved_pads() == (0, 0, 0, 0)


def test_activation_keeps_the_parameters_that_it_takes(layer: MakeLayer):
    op = layer("Convolution", {**BASE, 9: 3, 10: [0.0, 6.0, 1.0]}, (4, 8, 8))
    assert op.activation.data is Activation.CLIP
    assert float_list(op.activation_params) == [0.0, 6.0]


@pytest.mark.requirement("L18")
def test_vector_through_1x1_is_an_inner_product(layer: MakeLayer):
    op = layer("Convolution", {0: 6, 1: 1, 6: 24, 4: 1}, (4,))
    assert op.is_vector
    assert op.infer_shapes() == [(6,)]
    assert not op.supports_packing()


def test_image_through_1x1_is_a_convolution(layer: MakeLayer):
    op = layer("Convolution", {0: 6, 1: 1, 6: 24}, (4, 1, 1))
    assert op.infer_shapes() == [(6, 1, 1)]
    assert op.supports_packing()


def test_dynamic_weights_are_inputs(layer: MakeLayer):
    op = layer("Convolution", {**BASE, 19: 1, 5: 1}, (4, 8, 8), (6, 4, 3, 3), (6,))
    assert op.infer_shapes() == [(6, 6, 6)]
    assert op.bias is not None
    with pytest.raises(ShapeError, match="needs them as its second input"):
        layer("Convolution", {**BASE, 19: 1}, (4, 8, 8))


def test_depthwise_is_a_group_for_each_channel(layer: MakeLayer):
    params = {0: 4, 1: 3, 6: 36, 7: 4}
    assert layer("ConvolutionDepthWise", params, (4, 8, 8)).is_depthwise
    assert not layer("ConvolutionDepthWise", {**params, 6: 72, 7: 2}, (4, 8, 8)).is_depthwise


@pytest.mark.requirement("W3")
def test_int8_layers_store_scales(layer: MakeLayer):
    op = layer("Convolution", {**BASE, 8: 101}, (4, 8, 8))
    assert op.weight_scale is not None
    assert op.output_scale is not None
    assert op.int8_scale_term.value.data == 101


@pytest.mark.parametrize(
    ("params", "reason"),
    [
        ({9: 7}, "activation_type 7 is unknown"),
        ({9: 3, 10: [0.0]}, "activation clip takes 2 parameters, 1 given"),
        ({6: 100}, "weight_data_size 100 is not a multiple of num_output 6 x 9 taps"),
        ({0: 0}, "num_output 0 and kernel area 9 must be positive"),
    ],
)
def test_parameters_that_cannot_be(layer: MakeLayer, params: dict[int, Any], reason: str):
    with pytest.raises(ShapeError, match=reason):
        layer("Convolution", {**BASE, **params}, (4, 8, 8))


def test_there_is_at_least_one_group(layer: MakeLayer):
    with pytest.raises(ShapeError, match="group must be positive, not 0"):
        layer("ConvolutionDepthWise", {0: 4, 1: 3, 6: 36, 7: 0}, (4, 8, 8))


def test_number_of_blobs_must_fit(layer: MakeLayer):
    with pytest.raises(ShapeError, match="has 2 inputs and 1 outputs"):
        layer("Convolution", BASE, (4, 8, 8), (4, 8, 8))
    with pytest.raises(ShapeError, match="has 1 inputs and 2 outputs"):
        layer("Convolution", BASE, (4, 8, 8), tops=2)
