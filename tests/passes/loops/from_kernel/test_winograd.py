"""`kernel.convolution` by Winograd's algorithms computes what the definition says."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.kernel.attributes import Algorithm, AlgorithmAttr
from ncnnc.dialects.kernel.convolution import ConvolutionKernelOp
from ncnnc.dialects.kernel.winograd_workspace import winograd_data_shape, winograd_tiles
from ncnnc.dialects.ncnn.internal.weight_forms import PackedBlob, WinogradWeights
from ncnnc.passes.kernels.weights.packing import pack_arrays
from xdsl.dialects.builtin import UnitAttr

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

TOLERANCE = {2: 1e-5, 4: 1e-4, 6: 1e-3}

# input channels, outputs, size, pad, register tile, block
CASES = [
    (1, 1, (1, 1), (1, 1, 1, 1), (1, 1), 1),
    (3, 7, (5, 6), (1, 1, 1, 1), (2, 1), 2),
    (13, 17, (13, 14), (1, 1, 1, 1), (3, 2), 5),
    (17, 40, (12, 12), (0, 0, 0, 0), (4, 2), 4),
    (16, 16, (9, 11), (2, 0, 1, 3), (3, 1), 7),
    # Pads so large that whole tiles see nothing of the image.
    (4, 4, (3, 3), (9, 10, 9, 8), (2, 1), 3),
]


def run(
    x,
    weights,
    extras,
    body,
    pad,
    m,
    register,
    block,
    lanes,
    target,
    in_lanes=None,
    by_place=False,
    cropped=False,
    ahead=False,
):
    """x plain (in_lanes 1) or packed; extras packed already; one block if block is None."""
    in_lanes = lanes if in_lanes is None else in_lanes
    source = x if in_lanes == 1 else pack(x, in_lanes)
    outputs = len(weights)
    height, width = x.shape[1] + pad[0] + pad[2] - 2, x.shape[2] + pad[1] + pad[3] - 2
    more_outputs = []
    if block is None:
        block = winograd_tiles(m, height, width)
        v_lanes = lanes if in_lanes == 1 else in_lanes
        more_outputs = [winograd_data_shape(m, -(-len(x) // v_lanes), v_lanes, block)]
        if by_place:
            more_outputs += [winograd_data_shape(m, -(-outputs // lanes), lanes, block)]
    panels = pack_arrays(WinogradWeights(m, lanes, register[1], 1), [weights])
    kernel = compile_kernel(
        ConvolutionKernelOp,
        [source.shape, panels.shape, *(e.shape for e in extras)],
        (-(-outputs // lanes), height, width, lanes),
        {
            "algorithm": AlgorithmAttr(Algorithm(f"winograd{m}")),
            "kernel": int_array([3, 3]),
            "stride": int_array([1, 1]),
            "dilation": int_array([1, 1]),
            "pad": int_array(pad),
            "channels": int_attr(len(x)),
            "register": int_array(register),
            "block": int_attr(block),
            **({"by_place": UnitAttr()} if by_place else {}),
            **({"cropped": UnitAttr()} if cropped else {}),
            **({"transformed_ahead": UnitAttr()} if ahead else {}),
        },
        make_epilogue(len(extras), body) if body else None,
        target,
        more_outputs,
    )
    return unpack(kernel(source, panels, *extras), outputs)


def random_case(channels: int, outputs: int, size: tuple[int, int]):
    random = np.random.default_rng(3)
    x = random.standard_normal((channels, *size), np.float32)
    weights = random.standard_normal((outputs, channels, 3, 3), np.float32)
    return x, weights, random.standard_normal(outputs, np.float32)


def assert_close(result, expected, m):
    np.testing.assert_allclose(result, expected, rtol=0, atol=TOLERANCE[m] * np.abs(expected).max())


@pytest.mark.parametrize("m", [2, 4, 6])
@pytest.mark.parametrize("case", CASES)
def test_matches_the_definition(case, m: int):
    channels, outputs, size, pad, register, block = case
    x, weights, bias = random_case(channels, outputs, size)
    extras = [pack_arrays(PackedBlob(16), [bias])]
    result = run(x, weights, extras, bias_relu, pad, m, register, block, 16, "x86-avx512")
    assert_close(result, np.maximum(convolve(x, weights, pad=pad) + bias[:, None, None], 0), m)


@pytest.mark.parametrize(
    ("m", "size", "register", "block", "target", "lanes"),
    [
        (4, (13, 13), (3, 2), None, "x86-avx512", 16),
        (6, (13, 12), (2, 1), None, "x86-avx2", 8),
        (4, (12, 17), (3, 1), 4, "x86-64", 4),
        (2, (7, 13), (5, 2), 6, "x86-avx2", 8),
        (4, (3, 5), (2, 1), None, "x86-64", 4),
        (6, (1, 7), (3, 1), 2, "x86-avx512", 16),
        (6, (26, 27), (3, 1), 6, "x86-avx512", 16),
    ],
)
def test_cropped_tiles(m: int, size, register, block, target: str, lanes: int):
    """Some blocks have tiles of one kind, some of several, and the last of each may be a rest."""
    x, weights, bias = random_case(17, 17, size)
    extras = [pack_arrays(PackedBlob(lanes), [bias])]
    options = (bias_relu, (1, 1, 1, 1), m, register, block, lanes, target)
    result = run(x, weights, extras, *options, cropped=True)
    expected = np.maximum(convolve(x, weights, pad=(1, 1, 1, 1)) + bias[:, None, None], 0)
    assert_close(result, expected, m)
    ahead = run(x, weights, extras, *options, cropped=True, ahead=True)
    np.testing.assert_array_equal(ahead, result)
    if block in (None, 4):
        by_place = run(x, weights, extras, *options, by_place=True, cropped=True)
        np.testing.assert_array_equal(by_place, result)


@pytest.mark.parametrize("m", [2, 4, 6])
@pytest.mark.parametrize("in_lanes", [1, 8])
def test_all_tiles_in_one_block(m: int, in_lanes: int):
    x, weights, bias = random_case(11, 45, (8, 11))
    extras = [pack_arrays(PackedBlob(8), [bias])]
    result = run(
        x, weights, extras, bias_relu, (1, 1, 1, 1), m, (4, 2), None, 8, "x86-avx2", in_lanes
    )
    expected = np.maximum(convolve(x, weights, pad=(1, 1, 1, 1)) + bias[:, None, None], 0)
    assert_close(result, expected, m)


@pytest.mark.parametrize("m", [2, 4, 6])
@pytest.mark.parametrize("block", [None, 3])
@pytest.mark.parametrize("outputs", [45, 8])
def test_by_place_sums_are_the_same(m: int, block: int | None, outputs: int):
    x, weights, bias = random_case(11, outputs, (8, 11))
    extras = [pack_arrays(PackedBlob(8), [bias])]
    common = (x, weights, extras, bias_relu, (1, 1, 1, 1), m, (4, 2), block, 8, "x86-avx2")
    np.testing.assert_array_equal(run(*common, by_place=True), run(*common))


@pytest.mark.parametrize("m", [2, 4, 6])
@pytest.mark.parametrize(("target", "lanes"), [("x86-avx2", 8), ("x86-64", 4)])
def test_other_targets(m: int, target: str, lanes: int):
    x, weights, bias = random_case(9, 21, (10, 9))
    extras = [pack_arrays(PackedBlob(lanes), [bias])]
    result = run(x, weights, extras, bias_relu, (1, 1, 1, 1), m, (3, 2), 4, lanes, target)
    expected = np.maximum(convolve(x, weights, pad=(1, 1, 1, 1)) + bias[:, None, None], 0)
    assert_close(result, expected, m)


@pytest.mark.parametrize("m", [2, 4, 6])
@pytest.mark.parametrize("in_lanes", [1, 4])
def test_input_in_another_layout(m: int, in_lanes: int):
    x, weights, _ = random_case(19, 10, (9, 8))
    result = run(x, weights, [], None, (1, 1, 1, 1), m, (2, 2), 3, 8, "x86-avx2", in_lanes)
    assert_close(result, convolve(x, weights, pad=(1, 1, 1, 1)), m)


@pytest.mark.parametrize("body", [many_steps, bias_residual_relu])
def test_epilogues(body):
    x, weights, bias = random_case(8, 24, (11, 10))
    residual = np.random.default_rng(4).standard_normal((24, 11, 10), np.float32)
    extras = [pack_arrays(PackedBlob(8), [bias]), pack(residual, 8)]
    extras = extras[: 1 if body is many_steps else 2]
    result = run(x, weights, extras, body, (1, 1, 1, 1), 4, (3, 2), 4, 8, "x86-avx2")
    expected = convolve(x, weights, pad=(1, 1, 1, 1))
    if body is many_steps:
        expected += 14 * bias[:, None, None]
    else:
        expected = np.maximum(expected + bias[:, None, None] + residual, 0)
    assert_close(result, expected, 4)


@pytest.mark.parametrize("m", [2, 4, 6])
@pytest.mark.parametrize("in_lanes", [1, 8])
@pytest.mark.parametrize(
    ("depth", "taps", "stride", "dilation", "pads"),
    [(5, 3, 1, 1, (1, 1)), (6, 2, 2, 3, (1, 2)), (1, 3, 1, 1, (1, 1)), (2, 1, 1, 1, (3, 0))],
)
def test_volumes(m, in_lanes, depth, taps, stride, dilation, pads):
    random = np.random.default_rng(3)
    x = random.standard_normal((11, depth, 9, 10), np.float32)
    weights = random.standard_normal((19, 11, taps, 3, 3), np.float32)
    bias = random.standard_normal(19, np.float32)
    window = {
        "stride": (stride, 1, 1),
        "dilation": (dilation, 1, 1),
        "pad": (pads[0], 1, 1, pads[1], 1, 1),
    }
    expected = convolve(x, weights, **window)
    arrays = [
        x if in_lanes == 1 else pack(x, in_lanes),
        pack_arrays(WinogradWeights(m, 8, 2, 1), [weights]),
        pack_arrays(PackedBlob(8), [bias]),
    ]
    kernel = compile_kernel(
        ConvolutionKernelOp,
        [a.shape for a in arrays],
        (3, *expected.shape[1:], 8),
        {
            "kernel": int_array([taps, 3, 3]),
            **{name: int_array(values) for name, values in window.items()},
            "algorithm": AlgorithmAttr(Algorithm(f"winograd{m}")),
            "channels": int_attr(11),
            "register": int_array([3, 2]),
            "block": int_attr(4),
        },
        make_epilogue(1, bias_relu),
        "x86-avx2",
    )
    result = unpack(kernel(*arrays), 19)
    assert_close(result, np.maximum(expected + bias[:, None, None, None], 0), m)
