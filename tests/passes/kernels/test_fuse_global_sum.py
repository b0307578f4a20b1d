"""fuse-global-sum: means of the results of depthwise convolutions are those of the reference."""

from __future__ import annotations

import re

import ncnnc
import numpy as np
import pytest

from tests.helpers.lowering import check_layers, param_text

pytestmark = pytest.mark.isa

SHAPES = {"x": (21, 65, 47)}
LAYERS = """
    ConvolutionDepthWise d 1 1 x d 0=21 1=3 3={stride} 4=1 5=1 6=189 7=21
    Swish y 1 1 d y
    Pooling m 1 1 y m 0=1 4=1
"""


@pytest.mark.parametrize("target", ["x86-avx512", "x86-avx2", "x86-64"])
@pytest.mark.parametrize("stride", [1, 2])
def test_means_of_swishes(stride, target):
    compiled = check_layers(LAYERS.format(stride=stride), SHAPES, target, packed=True)
    (rows,) = re.findall(r"kernel.reduction ins\(\S+ : memref<\d+x(\d+)x", compiled.kernels)
    assert int(rows) == -(-SHAPES["x"][1] // stride)


@pytest.mark.parametrize("precision", ["fp32", "bf16"])
def test_any_number_of_threads_gives_the_same_bits(precision, tmp_path):
    param = tmp_path / "network.param"
    param.write_bytes(param_text(LAYERS.format(stride=1), SHAPES))
    options = {"random_weights": 0, "inputs": SHAPES}
    x = np.random.default_rng(0).standard_normal(SHAPES["x"], np.float32)
    exact = ncnnc.compile(str(param), **options)(x)
    model, results = ncnnc.compile(str(param), precision=precision, **options), []
    for threads in (1, 2, 3):
        model.threads = threads
        results.append(model(x))
    np.testing.assert_allclose(results[0], exact, rtol=0, atol=2e-2)
    for result in results[1:]:
        np.testing.assert_array_equal(result, results[0])
