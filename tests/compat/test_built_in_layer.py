"""Layers of ncnn's by themselves."""

from __future__ import annotations

import ncnnc.compat as ncnn
import numpy as np
import pytest

pytestmark = pytest.mark.isa
ARRAY = np.arange(-8, 8, dtype=np.float32).reshape(1, 4, 4)


def test_a_layer_has_parameters():
    params = ncnn.ParamDict()
    params.set(1, 2)
    params.set(2, 2)
    layer, top = ncnn.create_layer("Pooling"), ncnn.Mat()
    assert layer is not None
    assert layer.load_param(params) == layer.create_pipeline(ncnn.Option()) == 0
    assert layer.forward(ncnn.Mat(ARRAY), top, ncnn.Option()) == 0
    assert np.array(top).tolist() == [[[-3, -1], [5, 7]]]


def test_a_layer_computes_in_place():
    array = ARRAY.copy()
    layer = ncnn.create_layer(ncnn.layer_to_index("ReLU"))
    assert layer is not None
    assert layer.forward_inplace(ncnn.Mat(array), ncnn.Option()) == 0
    assert np.array_equal(array, np.maximum(ARRAY, 0))


def test_arrays_are_parameters():
    params = ncnn.ParamDict.of({0: 3, 1: 2.5, 2: [1, -2], 3: [0.5], 4: "c,w"})
    assert params.text() == '0=3 1=2.5 -23302=2,1,-2 -23303=1,0.5 4="c,w"'


def test_weights_need_a_network(capfd: pytest.CaptureFixture[str]):
    layer, top = ncnn.create_layer("InnerProduct"), ncnn.Mat()
    params = ncnn.ParamDict()
    params.set(0, 3)
    params.set(2, 48)
    assert layer is not None
    layer.load_param(params)
    assert layer.forward(ncnn.Mat(ARRAY), top, ncnn.Option()) != 0
    assert "layer 'layer' (InnerProduct)" in capfd.readouterr().err
    assert top.empty()


def test_types_have_numbers():
    assert [ncnn.layer_to_index(name) for name in ("AbsVal", "Convolution", "Nope")] == [0, 6, -1]
    assert ncnn.create_layer("Nope") is ncnn.create_layer(999) is None
