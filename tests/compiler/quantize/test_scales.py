"""The scales of layers."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.quantize.histogram import Histogram
from ncnnc.compiler.quantize.methods import METHODS
from ncnnc.compiler.quantize.scales import input_scales, layer_scales, scale_of

from .models import CHAIN, CHAIN_ARRAYS, layers_of, random_arrays

OPTIONS = CompileOptions(CHAIN.encode(), random_arrays(CHAIN_ARRAYS))


def test_weights_are_smaller_where_ncnn_may_use_winograd():
    for layer in layers_of(OPTIONS)[2]:
        small, plain = (layer_scales(layer, np.float32(3), small) for small in (True, False))
        assert small.input == plain.input == 3
        ratio = 31 / 127 if layer.name in ("conv1", "right") else 1
        np.testing.assert_allclose(small.weight, plain.weight * ratio, rtol=1e-6)


@pytest.mark.parametrize("method", METHODS)
def test_a_blob_of_zeros_has_no_scale(method: str):
    zeros, numbers = Histogram(), Histogram()
    zeros.add(np.zeros(4))
    numbers.add(np.array([0.0, -2.0]))
    found = input_scales({"zeros": zeros, "numbers": numbers}, method)
    assert found["zeros"] is None
    assert found["numbers"] >= np.float32(63.5)


def test_next_to_nothing_is_nothing():
    assert scale_of(1e-31) is None
    assert scale_of(1e-29) is not None
