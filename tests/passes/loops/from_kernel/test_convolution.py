"""`kernel.convolution`, direct: any register tile and block, layouts of the input, epilogues."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.kernel.attributes import Algorithm, AlgorithmAttr
from ncnnc.dialects.kernel.convolution import ConvolutionKernelOp
from ncnnc.dialects.ncnn.internal.weight_forms import DirectWeights, PackedBlob
from ncnnc.passes.kernels.weights.packing import pack_arrays

from tests.helpers.kernel_runner import (
    bias_relu,
    bias_residual_relu,
    compile_kernel,
    convolve,
    make_epilogue,
    many_steps,
    pack,
    unpack,
)

pytestmark = pytest.mark.isa

LANES, TARGET = 8, "x86-avx2"
RANDOM = np.random.default_rng(3)
CHANNELS, OUTPUTS, SIZE = 13, 20, (7, 9)
X = RANDOM.standard_normal((CHANNELS, *SIZE)).astype(np.float32)
BIAS = RANDOM.standard_normal(OUTPUTS).astype(np.float32)


def run(
    kernel: tuple[int, int],
    tile: tuple[int, int],
    block: int,
    stride=(1, 1),
    dilation=(1, 1),
    pad=(0, 0, 0, 0),
    in_lanes: int = LANES,
    body=bias_relu,
    residual: np.ndarray | None = None,
    reduction_block: int = 0,
    last_lanes: int | None = None,
    sums: tuple[int, int] = (LANES, 1),
    outputs: int = OUTPUTS,
    lanes: int = LANES,
) -> tuple[np.ndarray, np.ndarray]:
    """The kernel's sums with its epilogue, and the sums by definition without."""
    channels = CHANNELS - CHANNELS % sums[1]
    weights = RANDOM.standard_normal((outputs, channels, *kernel)).astype(np.float32)
    expected = convolve(X[:channels], weights, stride, dilation, pad)
    x = X if in_lanes == 1 else pack(X, in_lanes)
    u = pack_arrays(DirectWeights(sums[0], tile[1], sums[1]), [weights])
    b = np.zeros((-(-outputs // lanes), lanes), np.float32)
    b.flat[:outputs] = BIAS[:outputs]
    extras = [b] + ([] if residual is None else [pack(residual, lanes)])
    arrays = [x, u, *extras]
    compiled = compile_kernel(
        ConvolutionKernelOp,
        [a.shape for a in arrays],
        (len(b), *expected.shape[1:], lanes),
        {
            "kernel": int_array(kernel),
            "stride": int_array(stride),
            "dilation": int_array(dilation),
            "pad": int_array(pad),
            "algorithm": AlgorithmAttr(Algorithm.PACKED),
            "channels": int_attr(channels),
            "register": int_array(tile),
            "block": int_attr(block),
            **({"partial_sums": int_array(sums)} if sums[1] > 1 else {}),
            "reduction_block": int_attr(reduction_block),
            **({"last_lanes": int_attr(last_lanes)} if last_lanes is not None else {}),
            **(
                {"late_epilogue": int_attr(16), "epilogue_vectors": int_attr(6)}
                if body is many_steps
                else {}
            ),
        },
        make_epilogue(len(extras), body),
        TARGET,
    )
    return unpack(compiled(*arrays), outputs), expected


def check(result: np.ndarray, expected: np.ndarray) -> None:
    np.testing.assert_allclose(result, expected, rtol=0, atol=1e-5 * np.abs(expected).max())


def with_bias_relu(sums: np.ndarray) -> np.ndarray:
    return np.maximum(sums + BIAS[:, None, None], 0)


@pytest.mark.parametrize("tile", [(1, 1), (4, 3), (6, 2), (14, 1), (5, 2)])
@pytest.mark.parametrize("block", [1, 3, 1000])
def test_pointwise(tile: tuple[int, int], block: int):
    result, sums = run((1, 1), tile, block)
    check(result, with_bias_relu(sums))


@pytest.mark.parametrize("tile", [(1, 1), (2, 3), (9, 1), (4, 2)])
@pytest.mark.parametrize("block", [1, 2, 1000])
def test_windows(tile: tuple[int, int], block: int):
    result, sums = run((3, 3), tile, block, pad=(1, 1, 1, 1))
    check(result, with_bias_relu(sums))


@pytest.mark.parametrize("block", [2, 1000])
@pytest.mark.parametrize("kernel", [(1, 1), (3, 3)])
@pytest.mark.parametrize("vectors", [1, 2, 3])
def test_last_vector_of_few_channels(vectors: int, kernel: tuple[int, int], block: int):
    """It stands alone, or is the last one of a group."""
    result, sums = run(kernel, (4, vectors), block, last_lanes=4)
    check(result, with_bias_relu(sums))


@pytest.mark.parametrize("kernel", [(1, 1), (3, 3)])
@pytest.mark.parametrize(("sums", "vectors"), [((4, 2), 2), ((4, 2), 5), ((2, 4), 4), ((2, 4), 10)])
def test_partial_sums(sums: tuple[int, int], vectors: int, kernel: tuple[int, int]):
    """Groups of vectors of sums begin blocks of outputs; a last group need not fill its block."""
    result, expected = run(kernel, (3, vectors), 2, sums=sums, pad=(kernel[0] // 2,) * 4)
    check(result, with_bias_relu(expected))


@pytest.mark.parametrize("pixels", [1, 3, 6])
@pytest.mark.parametrize(("kernel", "body"), [((1, 1), many_steps), ((3, 3), bias_residual_relu)])
def test_partial_sums_of_neighbouring_pixels(kernel: tuple[int, int], body, pixels: int):
    """Outputs of a pixel are half a vector: two pixels are added and stored together."""
    pad, residual = (kernel[0] // 2,) * 4, RANDOM.standard_normal((3, *SIZE)).astype(np.float32)
    few = {"sums": (4, 2), "outputs": 3, "lanes": 4, "pad": pad, "body": body}
    if body is bias_residual_relu:
        result, sums = run(kernel, (pixels, 1), 2, **few, residual=residual)
        check(result, np.maximum(sums + BIAS[:3, None, None] + residual, 0))
    else:
        result, sums = run(kernel, (pixels, 1), 2, **few)
        check(result, sums + 14 * BIAS[:3, None, None])


@pytest.mark.parametrize("in_lanes", [1, 4, 8, 16])
@pytest.mark.parametrize("kernel", [(1, 1), (3, 3)])
def test_input_in_any_layout(kernel: tuple[int, int], in_lanes: int):
    result, sums = run(kernel, (4, 2), 4, in_lanes=in_lanes)
    check(result, with_bias_relu(sums))


@pytest.mark.parametrize(
    "window",
    [
        {"stride": (2, 3), "pad": (0, 2, 1, 3)},
        {"dilation": (2, 3), "pad": (4, 3, 2, 6)},
        {"dilation": (3, 1), "stride": (3, 2), "pad": (3, 0, 5, 1)},
        # Pads so large that whole rows and columns of outputs see nothing of the image.
        {"pad": (5, 6, 4, 5)},
    ],
)
def test_strides_dilations_and_pads(window: dict):
    result, sums = run((3, 3), (3, 2), 2, **window)
    check(result, with_bias_relu(sums))


@pytest.mark.parametrize("kernel", [(1, 1), (2, 2)])
def test_residual(kernel: tuple[int, int]):
    shape = (OUTPUTS, SIZE[0] - kernel[0] + 1, SIZE[1] - kernel[1] + 1)
    residual = RANDOM.standard_normal(shape).astype(np.float32)
    result, sums = run(kernel, (4, 2), 3, body=bias_residual_relu, residual=residual)
    check(result, np.maximum(sums + BIAS[:, None, None] + residual, 0))


@pytest.mark.parametrize(
    ("in_lanes", "reduction_block"), [(1, 1), (1, 5), (4, 4), (4, 8), (4, 12), (8, 8), (8, 16)]
)
@pytest.mark.parametrize("block", [2, 1000])
def test_reduction_in_parts(in_lanes: int, reduction_block: int, block: int):
    shape = (OUTPUTS, *SIZE)
    residual = RANDOM.standard_normal(shape).astype(np.float32)
    result, sums = run(
        *((1, 1), (4, 2), block),
        in_lanes=in_lanes,
        body=bias_residual_relu,
        residual=residual,
        reduction_block=reduction_block,
    )
    check(result, np.maximum(sums + BIAS[:, None, None] + residual, 0))


@pytest.mark.parametrize("tile", [(2, 1), (5, 2)])
def test_late_epilogue_runs_in_a_loop(tile: tuple[int, int]):
    result, sums = run((1, 1), tile, 3, body=many_steps)
    check(result, sums + 14 * BIAS[:, None, None])


@pytest.mark.parametrize(
    "window",
    [
        {"kernel": (3, 3, 3), "pad": (1, 1, 1, 1, 1, 1)},
        {"kernel": (2, 1, 3), "stride": (2, 1, 2), "dilation": (1, 1, 2)},
        {
            "kernel": (3, 2, 2),
            "stride": (1, 2, 3),
            "dilation": (2, 1, 1),
            "pad": (3, 0, 1, 2, 1, 0),
        },
        # Whole slices of outputs see nothing of the volume.
        {"kernel": (2, 2, 2), "pad": (4, 1, 0, 3, 0, 1)},
        {"kernel": (1, 1, 1)},
    ],
)
@pytest.mark.parametrize("in_lanes", [1, 4, 8])
@pytest.mark.parametrize("block", [2, 1000])
def test_volumes(window: dict, in_lanes: int, block: int):
    x = RANDOM.standard_normal((CHANNELS, 4, 5, 7)).astype(np.float32)
    axes = {"stride": (1, 1, 1), "dilation": (1, 1, 1), "pad": (0,) * 6, **window}
    weights = RANDOM.standard_normal((OUTPUTS, CHANNELS, *axes["kernel"])).astype(np.float32)
    expected = convolve(x, weights, axes["stride"], axes["dilation"], axes["pad"])
    residual = RANDOM.standard_normal(expected.shape).astype(np.float32)
    arrays = [
        x if in_lanes == 1 else pack(x, in_lanes),
        pack_arrays(DirectWeights(LANES, 2, 1), [weights]),
        pack_arrays(PackedBlob(LANES), [BIAS]),
        pack(residual, LANES),
    ]
    compiled = compile_kernel(
        ConvolutionKernelOp,
        [a.shape for a in arrays],
        (3, *expected.shape[1:], LANES),
        {
            **{name: int_array(values) for name, values in axes.items()},
            "algorithm": AlgorithmAttr(Algorithm.PACKED),
            "channels": int_attr(CHANNELS),
            "register": int_array([3, 2]),
            "block": int_attr(block),
        },
        make_epilogue(2, bias_residual_relu),
        TARGET,
    )
    check(
        unpack(compiled(*arrays), OUTPUTS),
        np.maximum(expected + BIAS[:, None, None, None] + residual, 0),
    )
