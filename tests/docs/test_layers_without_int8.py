"""docs/precision.md on layers that have no int8 in ncnn: the wheel ignores a term and scales."""

from __future__ import annotations

import numpy as np
import pytest

from tests.generators.wheel import run_wheel
from tests.helpers.conformance import needs_ncnn

LAYERS = {
    "Convolution1D": ("0=8 1=3 6=96", (4, 16)),
    "ConvolutionDepthWise1D": ("0=8 1=3 6=24 7=8", (8, 16)),
    "Convolution3D": ("0=8 1=3 6=864", (4, 5, 6, 7)),
    "ConvolutionDepthWise3D": ("0=8 1=3 6=216 7=8", (8, 5, 6, 7)),
    "Deconvolution": ("0=8 1=3 6=288", (4, 6, 7)),
    "DeconvolutionDepthWise": ("0=8 1=3 6=72 7=8", (8, 6, 7)),
    "Deconvolution1D": ("0=8 1=3 6=96", (4, 16)),
    "DeconvolutionDepthWise1D": ("0=8 1=3 6=24 7=8", (8, 16)),
    "Deconvolution3D": ("0=8 1=3 6=864", (4, 5, 6, 7)),
    "DeconvolutionDepthWise3D": ("0=8 1=3 6=216 7=8", (8, 5, 6, 7)),
}


def outputs(layer: str, term: str) -> np.ndarray:
    """Return the wheel's result, with float32 weights and scales behind them."""
    params, shape = LAYERS[layer]
    rng = np.random.default_rng(1)
    weights = rng.standard_normal(int(params.split("6=")[1].split()[0]), np.float32)
    data = bytes(4) + weights.tobytes() + rng.uniform(10, 100, 32).astype(np.float32).tobytes()
    param = f"7767517\n2 2\nInput x 0 1 x\n{layer} c 1 1 x y {params} {term}\n"
    return run_wheel(
        param.encode(), data, {"x": rng.standard_normal(shape, np.float32)}, ("y",), ()
    )["y"]


@needs_ncnn
@pytest.mark.oracle
def test_the_wheel_ignores_the_term():
    for layer in LAYERS:
        np.testing.assert_array_equal(outputs(layer, "8=2"), outputs(layer, ""), err_msg=layer)
