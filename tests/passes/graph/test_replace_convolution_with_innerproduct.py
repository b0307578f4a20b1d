"""The passes that replace convolutions by inner products compute the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.helpers.model_files import RAW_TAG, ModelFiles, needs_ncnn

AFTER_POOLING = "replace-convolution-with-innerproduct-after-global-pooling"
AFTER_INNER_PRODUCT = "replace-convolution-with-innerproduct-after-innerproduct"
ANY = "replace-convolution-with-innerproduct"

NETWORK = """
    func.func @main(%x: tensor<8x3x5xf32>) -> tensor<2xf32> {
      %w = ncnn.weight <"w"> : tensor<4x8x1x1xf32>
      %b = ncnn.weight <"b"> : tensor<4xf32>
      %v = ncnn.weight <"v"> : tensor<3x4x1x1xf32>
      %u = ncnn.weight <"u"> : tensor<2x3x1x1xf32>
      %p = ncnn.pooling avg %x global : tensor<8x3x5xf32> -> tensor<8xf32>
      %a = ncnn.convolution %p, %w bias %b : tensor<4xf32> activation relu
        : tensor<8xf32>, tensor<4x8x1x1xf32> -> tensor<4xf32>
      %c = ncnn.convolution %a, %v pad [1, 1, 1, 1]
        : tensor<4xf32>, tensor<3x4x1x1xf32> -> tensor<3xf32>
      %d = ncnn.sigmoid %c : (tensor<3xf32>) -> tensor<3xf32>
      %y = ncnn.convolution %d, %u : tensor<3xf32>, tensor<2x3x1x1xf32> -> tensor<2xf32>
      func.return %y : tensor<2xf32>
    }"""


@pytest.mark.parametrize(
    ("passes", "kinds"),
    [
        (AFTER_POOLING, "icc"),
        (f"{AFTER_POOLING},{AFTER_INNER_PRODUCT}", "iic"),
        (ANY, "iii"),
    ],
)
def test_convolutions_of_vectors(run_passes, passes, kinds):
    run = run_passes(NETWORK, passes)
    names = {"i": "innerproduct", "c": "convolution"}
    first, second, third = (names[kind] for kind in kinds)
    assert run.layers == ["pooling", first, second, "sigmoid", third]
    run.assert_close()


def test_weights_that_are_computed(run_passes):
    text = """
        func.func @main(%x: tensor<8xf32>) -> tensor<4xf32> {
          %w = ncnn.weight <"w"> : tensor<4x8x1x1xf32>
          %k = ncnn.weight <"k"> : tensor<4xf32>
          %v = ncnn.binaryop mul %w, %k
            : (tensor<4x8x1x1xf32>, tensor<4xf32>) -> tensor<4x8x1x1xf32>
          %y = ncnn.convolution %x, %v : tensor<8xf32>, tensor<4x8x1x1xf32> -> tensor<4xf32>
          func.return %y : tensor<4xf32>
        }"""
    run = run_passes(text, ANY)
    assert run.layers == ["innerproduct"]
    run.assert_close()


@needs_ncnn
def test_ncnn_computes_the_same(tmp_path: Path):
    lines = """
        Input data 0 1 x 0=4 1=3 2=6
        Pooling pool 1 1 x a 0=1 4=1
        Convolution conv1 1 1 a b 0=5 1=1 5=1 6=30 9=1 31=2
        Convolution conv2 1 1 b y 0=2 1=1 6=10"""
    random = np.random.default_rng(0)
    arrays = (random.uniform(-1, 1, n) for n in (30, 5, 10))
    first, bias, second = arrays
    model = ModelFiles(tmp_path, lines, RAW_TAG, first, bias, RAW_TAG, second)
    model.optimize()
    assert model.types() == ["Pooling", "InnerProduct", "InnerProduct"]
    assert model.layers()[1].params[31] == 2
    model.assert_same_in_ncnn({"x": random.random((6, 3, 4), np.float32)}, 1e-5)
