"""fold-channel-scale: squeeze-and-excite scales the weights of the next convolution."""

from __future__ import annotations

import ncnnc
import numpy as np
import pytest

from tests.helpers.lowering import check_layers, param_text

pytestmark = pytest.mark.isa


def squeeze_and_excite(channels: int, outputs: int) -> str:
    """A depthwise convolution whose channels are scaled by a function of their means."""
    return f"""
        ConvolutionDepthWise d 1 1 x d 0={channels} 1=3 4=1 5=1 6={9 * channels} 7={channels}
        Pooling m 1 1 d m 0=1 4=1
        InnerProduct r 1 1 m r 0=4 1=1 2={4 * channels} 9=1
        InnerProduct s 1 1 r s 0={channels} 1=1 2={4 * channels} 9=4
        BinaryOp p 2 1 d s p 0=2
        Convolution y 1 1 p y 0={outputs} 1=1 5=1 6={channels * outputs}
    """


@pytest.mark.parametrize(
    ("channels", "outputs", "target"),
    [
        *((16, 16, "x86-avx512"), (7, 33, "x86-avx512"), (40, 24, "x86-avx512+zen5")),
        *((13, 7, "x86-avx2"), (40, 24, "x86-avx2"), (13, 7, "x86-64")),
    ],
)
def test_scaled_weights_give_what_a_scaled_image_does(channels, outputs, target):
    shapes = {"x": (channels, 17, 13)}
    compiled = check_layers(squeeze_and_excite(channels, outputs), shapes, target, packed=True)
    assert compiled.kernels.count("kernel.scale_panels") == 1
    assert "linalg.generic" not in compiled.kernels


def test_weights_that_are_many_are_left_alone():
    compiled = check_layers(squeeze_and_excite(40, 80), {"x": (40, 7, 7)}, packed=True)
    assert "kernel.scale_panels" not in compiled.kernels


@pytest.mark.parametrize("precision", ["fp32", "bf16"])
def test_any_number_of_threads_gives_the_same_bits(precision, tmp_path):
    param, shapes = tmp_path / "network.param", {"x": (40, 17, 13)}
    param.write_bytes(param_text(squeeze_and_excite(40, 56), shapes))
    model = ncnnc.compile(str(param), random_weights=0, inputs=shapes, precision=precision)
    x = np.random.default_rng(0).standard_normal(shapes["x"], np.float32)
    results = []
    for threads in (1, 2, 3):
        model.threads = threads
        results.append(model(x))
    for result in results[1:]:
        np.testing.assert_array_equal(result, results[0])
