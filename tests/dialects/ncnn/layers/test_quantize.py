"""Quantize, Dequantize and Requantize: arrays, parameters, range."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ncnnc.dialects.ncnn.errors import InvalidLayerError, ShapeError
from ncnnc.dialects.ncnn.rules.ranks import SameRank
from ncnnc.dialects.ncnn.rules.value_range import ANY, INT8_RANGE
from ncnnc.dialects.ncnn.shapes import Shape

MakeLayer = Callable[..., Any]


@pytest.mark.parametrize("shape", [(5,), (5, 7), (5, 7, 9), (5, 2, 7, 9)])
@pytest.mark.parametrize("size", [1, 5])
def test_results(layer: MakeLayer, shape: Shape, size: int):
    for op in (
        layer("Quantize", {0: size}, shape),
        layer("Dequantize", {0: size, 1: size}, shape),
        layer("Requantize", {0: size, 1: 1, 2: size}, shape),
    ):
        assert op.infer_shapes() == [shape]
        assert op.result_rank(op.output, lambda _: None) == SameRank(op.input)
        along = None if size == 1 or len(shape) == 1 else 0
        assert op.operand_axes()[:2] == [tuple(range(len(shape))), (along,)]


def test_what_becomes_int8_is_bounded(layer: MakeLayer):
    for type, expected in (
        ("Quantize", INT8_RANGE),
        ("Dequantize", ANY),
        ("Requantize", INT8_RANGE),
    ):
        op = layer(type, {}, (5, 7))
        assert op.result_range(op.output, lambda _: ANY) == expected


def test_who_reads_integers(layer: MakeLayer):
    reads = {type: layer(type, {}, (5,)).INTEGER_OPERANDS for type in ("Quantize", "Dequantize")}
    assert reads == {"Quantize": frozenset(), "Dequantize": {"input"}}
    assert layer("Requantize", {}, (5,)).INTEGER_OPERANDS == {"input"}


def test_parameters_come_back(layer: MakeLayer):
    op = layer("Requantize", {0: 5, 1: 1, 2: 5, 3: 3, 4: [-1.0, 2.0]}, (5, 7))
    assert op.layer_params() == {
        "scale_in_data_size": 5,
        "scale_out_data_size": 1,
        "bias_data_size": 5,
        "activation_type": 3,
        "activation_params": [-1.0, 2.0],
    }
    assert layer("Dequantize", {0: 5}, (5, 7)).layer_params() == {
        "scale_data_size": 5,
        "bias_data_size": 0,
    }


def test_what_does_not_fit(layer: MakeLayer):
    with pytest.raises(ShapeError, match=r"scale has shape \[3\], not \[1\] or \[5\]"):
        layer("Quantize", {0: 3}, (5, 7)).infer_shapes()
    with pytest.raises(InvalidLayerError, match="activation_type 7 is unknown"):
        layer("Requantize", {3: 7}, (5, 7))
