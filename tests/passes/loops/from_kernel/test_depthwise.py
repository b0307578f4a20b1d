"""`kernel.depthwise` computes what the definition says."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.kernel.depthwise import DepthwiseOp
from ncnnc.dialects.ncnn.internal.weight_forms import DepthwiseWeights, PackedBlob
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

# channels, size, kernel, stride, dilation, pad, tile
CASES = [
    (1, (1, 1), (1, 1), (1, 1), (1, 1), (0, 0, 0, 0), 1),
    (3, (7, 9), (3, 3), (1, 1), (1, 1), (1, 1, 1, 1), 4),
    (7, (1, 1), (3, 3), (1, 1), (1, 1), (1, 1, 1, 1), 1),
    (13, (8, 23), (3, 3), (2, 2), (1, 1), (0, 0, 1, 1), 5),
    (17, (11, 30), (5, 5), (1, 1), (1, 1), (2, 2, 2, 2), 6),
    (33, (12, 11), (3, 5), (1, 2), (2, 1), (2, 1, 0, 3), 3),
    (16, (3, 3), (3, 3), (1, 1), (4, 4), (4, 4, 4, 4), 3),
    (5, (4, 4), (2, 2), (3, 3), (1, 1), (1, 1, 1, 1), 2),
    # Pads so large that whole rows and columns of outputs see nothing of the image.
    (4, (2, 2), (2, 2), (1, 1), (1, 1), (3, 4, 3, 4), 4),
    # Volumes.
    (13, (5, 4, 7), (3, 3, 3), (1, 1, 1), (1, 1, 1), (1, 1, 1, 1, 1, 1), 4),
    (17, (4, 5, 6), (2, 1, 3), (2, 1, 2), (2, 1, 1), (1, 0, 2, 3, 0, 1), 3),
]


@pytest.mark.parametrize("target", ["x86-avx512", "x86-avx2", "x86-64"])
@pytest.mark.parametrize("case", CASES)
def test_matches_the_definition(case, target: str):
    check_definition(case, target, {"x86-avx512": 16, "x86-avx2": 8, "x86-64": 4}[target])


def check_definition(case, target: str, lanes: int) -> None:
    channels, size, kernel, stride, dilation, pad, tile = case
    random = np.random.default_rng(7)
    x = random.standard_normal((channels, *size), np.float32)
    weights = random.standard_normal((channels, 1, *kernel), np.float32)
    bias = random.standard_normal(channels, np.float32)
    expected = convolve(x, weights, stride, dilation, pad, channels)
    expected = np.maximum(expected + bias.reshape(-1, *[1] * len(size)), 0)
    result = run(x, weights, bias, stride, dilation, pad, tile, lanes, target, expected.shape)
    np.testing.assert_allclose(result, expected, rtol=0, atol=1e-5 * np.abs(expected).max())


@pytest.mark.parametrize(
    ("target", "lanes"), [("x86-avx2", 4), ("x86-avx512+zen5", 8), ("x86-avx512+zen5", 4)]
)
@pytest.mark.parametrize("case", [case for case in CASES if case[3][-1] == 1 < case[1][-1]])
def test_neighbouring_pixels_of_few_channels(case, target: str, lanes: int):
    check_definition(case, target, lanes)


def run(x, weights, bias, stride, dilation, pad, tile, lanes, target, out_shape):
    blocks = -(-len(x) // lanes)
    kernel = compile_kernel(
        DepthwiseOp,
        [(blocks, *x.shape[1:], lanes), (blocks, *weights.shape[2:], lanes), (blocks, lanes)],
        (blocks, *out_shape[1:], lanes),
        properties(weights.shape[2:], stride, dilation, pad, tile),
        make_epilogue(1, bias_relu),
        target,
    )
    y = kernel(
        pack(x, lanes),
        pack_arrays(DepthwiseWeights(lanes), [weights]),
        pack_arrays(PackedBlob(lanes), [bias]),
    )
    return unpack(y, len(x))


def properties(kernel, stride, dilation, pad, tile):
    return {
        "kernel": int_array(kernel),
        "stride": int_array(stride),
        "dilation": int_array(dilation),
        "pad": int_array(pad),
        "register": int_attr(tile),
    }


BY_TILE = {"late_epilogue": int_attr(16), "shares_rows": UnitAttr()}
BY_ROW = {"epilogue_rows": int_attr(1), "epilogue_vectors": int_attr(6)}


@pytest.mark.parametrize(
    ("target", "late"),
    [("x86-avx512", {}), ("x86-avx512", BY_ROW), ("x86-avx2", BY_TILE), ("x86-64", BY_TILE)],
    ids=["at-once", "by-row", "by-tile", "by-tile-x86-64"],
)
@pytest.mark.parametrize("case", [case for case in CASES if len(case[1]) == 2])
def test_sums_of_rows(case, late, target: str):
    channels, size, window, stride, dilation, pad, tile = case
    lanes = {"x86-avx512": 16, "x86-avx2": 8, "x86-64": 4}[target]
    random, blocks = np.random.default_rng(7), -(-channels // lanes)
    x = random.standard_normal((channels, *size), np.float32)
    weights = random.standard_normal((channels, 1, *window), np.float32)
    bias = random.standard_normal(channels, np.float32)
    if size[0] == 1:
        late = {}
    rows, columns = convolve(x, weights, stride, dilation, pad, channels).shape[1:]
    kernel = compile_kernel(
        DepthwiseOp,
        [(blocks, *size, lanes), (blocks, *window, lanes), (blocks, lanes)],
        (blocks, rows, columns, lanes),
        {**properties(window, stride, dilation, pad, tile), **late},
        make_epilogue(1, bias_relu),
        target,
        [(blocks, rows, lanes)],
    )
    packed = pack_arrays(DepthwiseWeights(lanes), [weights]), pack_arrays(PackedBlob(lanes), [bias])
    y = kernel(pack(x, lanes), *packed)
    np.testing.assert_allclose(kernel.scratch[0], y.sum(2), rtol=1e-5, atol=1e-5)


# They may come after all rows of a block, after each row, or after each tile.
@pytest.mark.parametrize(
    ("size", "late"),
    [
        ((6, 9, 3), {"epilogue_rows": int_attr(6), "epilogue_vectors": int_attr(6)}),
        ((17, 19, 5), {"epilogue_rows": int_attr(1), "epilogue_vectors": int_attr(6)}),
        (
            (17, 19, 5),
            {
                "epilogue_rows": int_attr(1),
                "epilogue_vectors": int_attr(6),
                "shares_rows": UnitAttr(),
                "reads_ahead": UnitAttr(),
                "writes_ahead": UnitAttr(),
            },
        ),
        ((2, 26, 13), {"late_epilogue": int_attr(16), "epilogue_vectors": int_attr(6)}),
        ((2, 26, 13), {}),
    ],
)
@pytest.mark.parametrize("body", [None, many_steps, bias_residual_relu])
def test_epilogues(body, size: tuple[int, int, int], late: dict):
    height, width, tile = size
    random = np.random.default_rng(8)
    x = random.standard_normal((20, height, width), np.float32)
    weights = random.standard_normal((20, 1, 3, 3), np.float32)
    bias = random.standard_normal(20, np.float32)
    residual = random.standard_normal(x.shape, np.float32)
    operands = {None: [], many_steps: [bias], bias_residual_relu: [bias, residual]}[body]
    packed = [pack_arrays(PackedBlob(8), [bias]), pack(residual, 8)][: len(operands)]
    kernel = compile_kernel(
        DepthwiseOp,
        [(3, height, width, 8), (3, 3, 3, 8), *(p.shape for p in packed)],
        (3, height, width, 8),
        {**properties((3, 3), (1, 1), (1, 1), (1, 1, 1, 1), tile), **late},
        make_epilogue(len(operands), body) if body else None,
        "x86-avx2",
    )
    result = unpack(kernel(pack(x, 8), pack_arrays(DepthwiseWeights(8), [weights]), *packed), 20)
    expected = convolve(x, weights, pad=(1, 1, 1, 1), groups=20)
    expected = {
        None: expected,
        many_steps: expected + 14 * bias[:, None, None],
        bias_residual_relu: np.maximum(expected + bias[:, None, None] + residual, 0),
    }[body]
    np.testing.assert_allclose(result, expected, rtol=0, atol=1e-5 * np.abs(expected).max())
