"""Layers of ncnn's by themselves."""

from __future__ import annotations

from typing import Any

import ncnnc.compat as ncnn
import numpy as np
import pytest

from tests.helpers.conformance import needs_ncnn
from tests.helpers.object_calls import layers_in_place

pytestmark = pytest.mark.isa
ARRAY = np.arange(-8, 8, dtype=np.float32).reshape(1, 4, 4)
OPT = ncnn.Option()


def mat(*values: float) -> ncnn.Mat:
    return ncnn.Mat(np.array(values, np.float32))


def layer_of(type: str | int, **params: Any) -> ncnn.Layer:
    """A layer with parameters that are named after their numbers: `p0=3`."""
    layer, given = ncnn.create_layer(type), ncnn.ParamDict()
    for name, value in params.items():
        given.set(int(name[1:]), value)
    assert layer is not None
    assert layer.load_param(given) == 0
    return layer


def test_a_layer_has_parameters():
    layer, top = layer_of("Pooling", p1=2, p2=2), ncnn.Mat()
    assert layer.create_pipeline(OPT) == layer.forward(ncnn.Mat(ARRAY), top, OPT) == 0
    assert np.array(top).tolist() == [[[-3, -1], [5, 7]]]


def test_a_layer_computes_in_place():
    array = ARRAY.copy()
    layer = layer_of(ncnn.layer_to_index("ReLU"))
    assert layer.forward_inplace(ncnn.Mat(array), OPT) == 0
    assert np.array_equal(array, np.maximum(ARRAY, 0))


def test_layers_that_cannot_compute_in_place():
    given = mat(1, 2)
    assert layer_of("Pooling", p1=2).forward_inplace(given, OPT) == -1
    assert layer_of("BinaryOp").forward_inplace([given, given], OPT) == -1
    scaled = layer_of("BinaryOp", p0=2, p1=1, p2=2.5)
    assert (scaled.one_blob_only, scaled.support_inplace) == (True, True)
    assert scaled.forward_inplace(given, OPT) == 0
    assert np.array(given).tolist() == [2.5, 5]


def test_several_inputs_and_outputs():
    sums: list[ncnn.Mat] = []
    assert layer_of("BinaryOp").forward([mat(1, 2), mat(10, 20)], sums, OPT) == 0
    assert [np.array(top).tolist() for top in sums] == [[11, 22]]
    parts = [ncnn.Mat(), ncnn.Mat()]
    lengths = ncnn.Mat(np.array([1, -233], np.int32))
    assert layer_of("Slice", p0=lengths).forward([mat(1, 2, 3)], parts, OPT) == 0
    assert [np.array(part).tolist() for part in parts] == [[1], [2, 3]]


class Listed(ncnn.ModelBin):
    """A source of arrays of a program's own."""

    def __init__(self, mats: list[ncnn.Mat]):
        self.mats = mats

    def load(self, *extents_and_type: int) -> ncnn.Mat:
        assert extents_and_type[0] == self.mats[0].w
        return self.mats.pop(0)


@pytest.mark.parametrize("source", [ncnn.ModelBinFromMatArray, Listed])
def test_weights(source: Any):
    weight, bias = mat(1, 2, 3, 4, 5, 6), mat(100, 200)
    layer, top = layer_of("InnerProduct", p0=2, p1=1, p2=6), ncnn.Mat()
    assert layer.load_model(source([weight, bias])) == 0
    for _ in range(2):
        assert layer.forward(mat(1, 0, -1), top, OPT) == 0
        assert np.array(top).tolist() == [98, 198]
    assert layer.load_model(source([mat(0, 0, 0, 0, 0, 1), bias])) == 0
    assert layer.forward(mat(1, 0, -1), top, OPT) == 0
    assert np.array(top).tolist() == [100, 199]


def test_weights_of_int8():
    layer, top = layer_of("InnerProduct", p0=2, p2=6, p8=2), ncnn.Mat()
    weight = ncnn.Mat(np.array([1, 2, 3, -4, -5, -6], np.int8))
    assert layer.load_model(ncnn.ModelBinFromMatArray([weight, mat(1, 1), mat(1)])) == 0
    assert layer.forward(mat(10, 20, 30), top, OPT) == 0
    assert np.array(top).tolist() == [140, -320]


def test_weights_of_another_size(capfd: pytest.CaptureFixture[str]):
    layer, top = layer_of("InnerProduct", p0=3, p2=48), ncnn.Mat()
    assert layer.load_model(ncnn.ModelBinFromMatArray(mat(1, 2))) == -100
    assert "InnerProduct: its array 'weight' has 0 values, not 48" in capfd.readouterr().err
    assert layer.forward(ncnn.Mat(ARRAY), top, OPT) != 0
    assert "layer 'layer' (InnerProduct)" in capfd.readouterr().err
    assert top.empty()


@pytest.mark.oracle
@needs_ncnn
def test_layers_in_place_are_the_wheels():
    theirs_of: Any = pytest.importorskip("ncnn")
    for seed in range(40):
        ours, theirs = (
            layers_in_place(module, np.random.default_rng(seed)) for module in (ncnn, theirs_of)
        )
        assert ours[0] == theirs[0]
        np.testing.assert_allclose(np.array(ours[1]), np.array(theirs[1]), rtol=1e-4, atol=1e-6)


def test_arrays_are_parameters():
    params = ncnn.ParamDict.of({0: 3, 1: 2.5, 2: [1, -2], 3: [0.5], 4: "c,w"})
    assert params.text() == '0=3 1=2.5 -23302=2,1,-2 -23303=1,0.5 4="c,w"'


def test_types_have_numbers():
    assert [ncnn.layer_to_index(name) for name in ("AbsVal", "Convolution", "Nope")] == [0, 6, -1]
    assert ncnn.create_layer("Nope") is ncnn.create_layer(999) is None
