"""The tiled convolution: any tile size, windows, layouts of the input; the same bits from each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.kernel.attributes import Algorithm, AlgorithmAttr
from ncnnc.dialects.kernel.convolution import ConvolutionKernelOp
from ncnnc.dialects.ncnn.internal.weight_forms import DirectWeights
from ncnnc.passes.kernels.weights.packing import pack_arrays
from xdsl.dialects.builtin import UnitAttr

from tests.helpers.kernel_runner import (
    bias_residual_relu,
    compile_kernel,
    convolve,
    make_epilogue,
    many_steps,
    pack,
    unpack,
)

pytestmark = pytest.mark.isa

LANES = {"x86-64": 4, "x86-avx": 8, "x86-avx2": 8, "x86-avx512": 16}
SHARING_VECTORS = 13
"""Positions of the tiles of kernels whose output vectors are shared."""


@dataclass(frozen=True)
class Window:
    """A convolution. Shapes: `size` is `h,w`, or `n,h,w` of a batch; `pad` before, then after."""

    channels: int
    outputs: int
    kernel: tuple[int, ...] = (3, 3)
    size: tuple[int, ...] = (6, 7)
    stride: tuple[int, ...] = (1, 1)
    dilation: tuple[int, ...] = (1, 1)
    pad: tuple[int, ...] = (0, 0, 0, 0)
    is_plain: bool = False

    def data(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Input, weights, bias."""
        rng = np.random.default_rng(7)
        shapes = ((self.channels, *self.size), (self.outputs, self.channels, *self.kernel))
        x, weights = (rng.standard_normal(shape).astype(np.float32) for shape in shapes)
        return x, weights, rng.standard_normal(self.outputs).astype(np.float32)

    def expected(self) -> np.ndarray:
        """By definition, with what `bias_residual_relu` adds; the residual is 0.5."""
        x, weights, bias = self.data()
        sums = convolve(x, weights, self.stride, self.dilation, self.pad)
        bias = bias.reshape(-1, *([1] * (sums.ndim - 1)))
        return np.maximum(sums + bias + 0.5, 0)


def run(
    window: Window, tile: tuple[int, int], positions: int, target: str, body=bias_residual_relu
) -> np.ndarray:
    """The kernel with tiles of so many positions; unused lanes of its input are not numbers."""
    x, weights, bias = window.data()
    lanes = LANES[target]
    size = window.expected().shape[1:]
    blocks = -(-window.outputs // lanes)
    residual = np.full((blocks, *size, lanes), 0.5, np.float32)
    arrays = [
        x if window.is_plain else pack(x, lanes),
        pack_arrays(DirectWeights(lanes, tile[1], 1), [weights]),
        np.pad(bias, (0, blocks * lanes - window.outputs)).reshape(blocks, lanes),
        *([residual] if body is bias_residual_relu else []),
    ]
    compiled = compile_kernel(
        ConvolutionKernelOp,
        [a.shape for a in arrays],
        (blocks, *size, lanes),
        {
            "kernel": int_array(window.kernel),
            "stride": int_array(window.stride),
            "dilation": int_array(window.dilation),
            "pad": int_array(window.pad),
            "algorithm": AlgorithmAttr(Algorithm.TILED),
            "channels": int_attr(window.channels),
            "register": int_array(tile),
            "block": int_attr(positions),
            **(
                {"late_epilogue": int_attr(16), "epilogue_vectors": int_attr(6)}
                if body is many_steps
                else {}
            ),
            **({"shares_vectors": UnitAttr()} if positions == SHARING_VECTORS else {}),
        },
        make_epilogue(len(arrays) - 2, body),
        target,
    )
    return unpack(compiled(*arrays), window.outputs)


WINDOWS = (
    Window(13, 20, (3, 3), (6, 7), pad=(1, 1, 1, 1)),
    Window(4, 200, (3, 1), (3, 3)),
    Window(7, 9, (3, 5), (6, 8), pad=(0, 2, 1, 0)),
    Window(17, 16, (5, 2), (8, 5), stride=(2, 3), pad=(3, 0, 0, 1)),
    Window(16, 33, (1, 7), (3, 9), dilation=(1, 2), pad=(0, 6, 0, 6)),
    Window(3, 17, (3, 3), (9, 29), stride=(1, 2), pad=(1, 1, 1, 1), is_plain=True),
    Window(1, 8, (2, 2), (5, 61), stride=(2, 3), dilation=(3, 1), pad=(0, 2, 4, 1), is_plain=True),
    Window(2, 3, (3, 3), (4, 75), stride=(1, 4), pad=(1, 1, 1, 1), is_plain=True),
    Window(3, 5, (1, 2), (4, 41), stride=(1, 5), is_plain=True),
    Window(5, 4, (3, 3), (1, 1), pad=(1, 1, 1, 1)),
    Window(8, 8, (3, 3), (12, 1), pad=(1, 1, 1, 1)),
    Window(4, 8, (3, 1), (12, 1), pad=(1, 0, 1, 0)),
    Window(9, 12, (1, 3, 3), (3, 4, 5), (1, 1, 1), (1, 1, 1), (0, 1, 1, 0, 1, 1)),
    Window(4, 6, (3, 2, 3), (5, 4, 6), (2, 1, 2), (1, 2, 1), (1, 0, 2, 0, 1, 1)),
)


@pytest.mark.requirement("T6", "T8", "T12", "T13", "T14", "T15", "T16", "T18", "D18")
@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_the_bits_are_those_of_the_definition_whatever_tile_and_isa(window: Window):
    """Tiles cross rows and images, the last one is partial; borders are left and right of rows."""
    expected = window.expected()
    first = run(window, (6, 2), SHARING_VECTORS, "x86-avx2")
    np.testing.assert_allclose(first, expected, rtol=0, atol=1e-5 * np.abs(expected).max())
    others = [((14, 2), 24, "x86-avx512")]
    if window in WINDOWS[:6]:
        others.append(((4, 1), 1 << 20, "x86-avx2"))
    for tile, positions, target in others:
        again = run(window, tile, positions, target)
        assert again.tobytes() == first.tobytes(), (tile, positions, target)


@pytest.mark.parametrize("target", ["x86-64", "x86-avx"])
def test_targets_without_fused_multiply_adds_round_otherwise(target: str):
    window = WINDOWS[0]
    expected = window.expected()
    result = run(window, (3, 1), 8, target)
    np.testing.assert_allclose(result, expected, rtol=0, atol=1e-5 * np.abs(expected).max())
    assert result.tobytes() == run(window, (2, 2), 11, target).tobytes()


@pytest.mark.requirement("T16")
def test_a_late_epilogue_is_a_loop_over_the_register_tile():
    window = WINDOWS[0]
    _, _, bias = window.data()
    result = run(window, (6, 2), 18, "x86-avx2", many_steps)
    sums = convolve(*window.data()[:2], window.stride, window.dilation, window.pad)
    expected = sums + 14 * bias[:, None, None]
    np.testing.assert_allclose(result, expected, rtol=0, atol=1e-4 * np.abs(expected).max())
