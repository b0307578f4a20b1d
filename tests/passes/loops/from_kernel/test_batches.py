"""Kernels of a batch `c,n,h,w`, of depth 1, make of every image what it makes alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.kernel.attributes import Algorithm, AlgorithmAttr
from ncnnc.dialects.kernel.convolution import ConvolutionKernelOp
from ncnnc.dialects.kernel.depthwise import DepthwiseOp
from ncnnc.dialects.kernel.im2col import Im2colOp
from ncnnc.dialects.kernel.winograd_workspace import winograd_data_shape, winograd_tiles
from ncnnc.dialects.ncnn.internal.weight_forms import (
    DepthwiseWeights,
    DirectWeights,
    PackedBlob,
    WinogradWeights,
)
from ncnnc.passes.kernels.weights.packing import pack_arrays
from xdsl.dialects.builtin import UnitAttr

from tests.helpers.kernel_runner import (
    bias_relu,
    bias_residual_relu,
    compile_kernel,
    convolve,
    make_epilogue,
    pack,
    unpack,
)
from tests.helpers.turns import in_turn

pytestmark = [pytest.mark.isa, pytest.mark.slow]

TARGETS = {"x86-avx512": 16, "x86-avx2": 8, "x86-64": 4}


@dataclass(frozen=True)
class Case:
    """A convolution of images; pad is top, left, bottom, right."""

    channels: int
    outputs: int
    size: tuple[int, int]
    kernel: tuple[int, int] = (3, 3)
    stride: tuple[int, int] = (1, 1)
    dilation: tuple[int, int] = (1, 1)
    pad: tuple[int, int, int, int] = (1, 1, 1, 1)
    register: tuple[int, int] = (3, 2)
    block: int = 4

    def window(self, is_batch: bool) -> dict[str, list[int]]:
        """The window along two axes or, of a batch, three."""
        one, zero = ([1], [0]) if is_batch else ([], [])
        pad = [*zero, *self.pad[:2], *zero, *self.pad[2:]]
        axes = {"stride": self.stride, "dilation": self.dilation}
        return {**{name: [*one, *values] for name, values in axes.items()}, "pad": pad}

    def random(self, images: int, groups: int = 1) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """A batch `c,n,h,w`, weights and bias."""
        random = np.random.default_rng(7)
        x = random.standard_normal((self.channels, images, *self.size), np.float32)
        per_group = self.channels // groups
        weights = random.standard_normal((self.outputs, per_group, *self.kernel), np.float32)
        return x, weights, random.standard_normal(self.outputs, np.float32)


def with_depth(weights: np.ndarray, x: np.ndarray) -> np.ndarray:
    """The weights for the axes of x: with a depth of 1 for a batch."""
    return weights[:, :, None] if x.ndim == 4 else weights


def properties(case: Case, x: np.ndarray) -> dict:
    """The window properties of a kernel on x."""
    is_batch = x.ndim == 4
    window = {name: int_array(values) for name, values in case.window(is_batch).items()}
    return {"kernel": int_array([*([1] if is_batch else []), *case.kernel]), **window}


def convolution(
    case, x, weights, bias, algorithm, target, in_lanes=None, residual=None, **schedule
):
    """The output of `kernel.convolution`, not packed; a Winograd kernel of one block if block 0."""
    lanes = TARGETS[target]
    in_lanes = lanes if in_lanes is None else in_lanes
    m = Algorithm(algorithm).winograd_tile
    filters = with_depth(weights, x)
    expected = convolve(x, filters, **case.window(x.ndim == 4))
    vectors = case.register[1]
    form = WinogradWeights(m, lanes, vectors, 1) if m else DirectWeights(lanes, vectors, 1)
    block, more = case.block, []
    if not block:
        images = x.shape[1] if x.ndim == 4 else 1
        block = images * winograd_tiles(m, *expected.shape[-2:])
        v_lanes = lanes if in_lanes == 1 else in_lanes
        more = [winograd_data_shape(m, -(-len(x) // v_lanes), v_lanes, block)]
    arrays = [x if in_lanes == 1 else pack(x, in_lanes), pack_arrays(form, [filters])]
    arrays.append(pack_arrays(PackedBlob(lanes), [bias]))
    body = bias_relu
    if residual is not None:
        arrays.append(pack(residual, lanes))
        body = bias_residual_relu
    kernel = compile_kernel(
        ConvolutionKernelOp,
        [a.shape for a in arrays],
        (-(-len(weights) // lanes), *expected.shape[1:], lanes),
        {
            **properties(case, x),
            "algorithm": AlgorithmAttr(Algorithm(algorithm)),
            "channels": int_attr(len(x)),
            "register": int_array(case.register),
            "block": int_attr(block),
            **schedule,
        },
        make_epilogue(len(arrays) - 2, body),
        target,
        more,
    )
    return unpack(kernel(*arrays), len(weights))


def check(case, images, algorithm, target, in_lanes=None, tolerance=1e-5, with_residual=False):
    """A batch against each of its images alone, bit by bit, and against the definition."""
    x, weights, bias = case.random(images)
    expected = convolve(x, with_depth(weights, x), **case.window(True))
    residual = None
    if with_residual:
        residual = np.random.default_rng(5).standard_normal(expected.shape).astype(np.float32)
    result = convolution(case, x, weights, bias, algorithm, target, in_lanes, residual)
    expected = expected + bias[:, None, None, None] + (0 if residual is None else residual)
    expected = np.maximum(expected, 0)
    scale = max(np.abs(expected).max(), 1.0)
    np.testing.assert_allclose(result, expected, rtol=0, atol=tolerance * scale)
    for i in range(images):
        image = np.ascontiguousarray(x[:, i])
        added = None if residual is None else np.ascontiguousarray(residual[:, i])
        alone = convolution(case, image, weights, bias, algorithm, target, in_lanes, added)
        np.testing.assert_array_equal(result[:, i], alone)


WINOGRAD = (
    Case(1, 1, (1, 1), register=(1, 1), block=1),
    Case(3, 7, (5, 6), register=(2, 1), block=3),
    Case(13, 17, (7, 9), pad=(0, 2, 1, 0), block=5),
    Case(17, 13, (7, 7), register=(4, 1), block=0),
)
DIRECT = (
    Case(3, 7, (9, 8), stride=(2, 2), block=3),
    Case(7, 13, (7, 9), dilation=(2, 1), pad=(2, 0, 1, 3)),
    Case(17, 3, (5, 5), kernel=(5, 3), pad=(2, 1, 2, 1), register=(5, 1), block=100),
    Case(13, 17, (7, 7), kernel=(1, 1), pad=(0, 0, 0, 0), block=3),
    Case(1, 17, (1, 1), kernel=(1, 1), pad=(0, 0, 0, 0), block=100),
    Case(16, 32, (5, 6), kernel=(1, 1), stride=(2, 3), pad=(0, 0, 0, 0)),
)
TOLERANCE = {2: 1e-5, 4: 1e-4, 6: 1e-3}


@pytest.mark.parametrize(("case", "images", "m"), in_turn([2, 4, 6], WINOGRAD, [1, 2, 3, 8]))
def test_winograd(case: Case, images: int, m: int):
    check(case, images, f"winograd{m}", "x86-avx2", tolerance=TOLERANCE[m])


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("in_lanes", [1, 4])
@pytest.mark.parametrize("case", WINOGRAD[2:])
def test_winograd_of_other_layouts(case: Case, in_lanes: int, target: str):
    check(case, 3, "winograd4", target, in_lanes, TOLERANCE[4])


@pytest.mark.parametrize("images", [1, 2, 3, 8])
@pytest.mark.parametrize("case", DIRECT)
def test_direct(case: Case, images: int):
    check(case, images, "packed", "x86-avx2")


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("in_lanes", [None, 1])
@pytest.mark.parametrize("case", DIRECT)
def test_direct_on_targets(case: Case, in_lanes: int | None, target: str):
    check(case, 3, "packed", target, in_lanes)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("case", "algorithm"), [(WINOGRAD[2], "winograd4"), (DIRECT[3], "gemm")])
def test_residuals(case: Case, algorithm: str, target: str):
    check(case, 3, algorithm, target, tolerance=TOLERANCE[4], with_residual=True)


@pytest.mark.parametrize("target", ["x86-avx512", "x86-avx2"])
@pytest.mark.parametrize("kernel", [(1, 1), (3, 3)])
def test_maps_larger_than_the_cache(kernel: tuple[int, int], target: str):
    """They are prefetched, past their ends as well."""
    pad = (kernel[0] // 2,) * 4
    case = Case(32, 48, (67, 63), kernel, pad=pad, register=(9, 2), block=20)
    x, weights, bias = case.random(3)
    residual = np.ones((48, 3, 67, 63), np.float32)
    ahead = {"reads_ahead": UnitAttr(), "writes_ahead": UnitAttr()}
    result = convolution(case, x, weights, bias, "packed", target, None, residual, **ahead)
    expected = convolve(x, with_depth(weights, x), **case.window(True))
    expected = np.maximum(expected + bias[:, None, None, None] + 1, 0)
    np.testing.assert_allclose(result, expected, rtol=0, atol=1e-5 * np.abs(expected).max())


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("images", [1, 3, 8])
@pytest.mark.parametrize("stride", [(1, 1), (2, 1)])
def test_depthwise(stride: tuple[int, int], images: int, target: str):
    lanes = TARGETS[target]
    case = Case(13, 13, (9, 7), stride=stride, pad=(0, 1, 2, 1))
    x, weights, bias = case.random(images, groups=13)

    def run(x: np.ndarray) -> np.ndarray:
        filters = with_depth(weights, x)
        expected = convolve(x, filters, **case.window(x.ndim == 4), groups=13)
        arrays = [
            pack(x, lanes),
            pack_arrays(DepthwiseWeights(lanes), [filters]),
            pack_arrays(PackedBlob(lanes), [bias]),
        ]
        kernel = compile_kernel(
            DepthwiseOp,
            [a.shape for a in arrays],
            (-(-13 // lanes), *expected.shape[1:], lanes),
            {**properties(case, x), "register": int_attr(3)},
            make_epilogue(1, bias_relu),
            target,
        )
        result = unpack(kernel(*arrays), 13)
        expected = np.maximum(expected + bias.reshape(-1, *[1] * (x.ndim - 1)), 0)
        np.testing.assert_allclose(result, expected, rtol=0, atol=1e-5 * np.abs(expected).max())
        return result

    result = run(x)
    for i in range(images):
        np.testing.assert_array_equal(result[:, i], run(np.ascontiguousarray(x[:, i])))


@pytest.mark.parametrize("lanes", [1, 4, 8])
@pytest.mark.parametrize("images", [1, 2, 3])
@pytest.mark.parametrize("case", DIRECT[:3])
def test_gathered_windows(case: Case, images: int, lanes: int):
    x, _, _ = case.random(images)
    taps = case.kernel[0] * case.kernel[1]

    def gathered(x: np.ndarray) -> np.ndarray:
        ones = np.ones((1, len(x), *case.kernel), np.float32)
        size = convolve(x, with_depth(ones, x), **case.window(x.ndim == 4)).shape[1:]
        source = x[..., None] if lanes == 1 else pack(x, lanes)
        kernel = compile_kernel(
            Im2colOp,
            [source.shape],
            (taps * len(source), *size, lanes),
            {**properties(case, x), "channels": int_attr(len(x))},
            None,
            "x86-avx2",
        )
        return kernel(np.ascontiguousarray(source))

    result = gathered(x)
    assert np.isfinite(result).all()
    for i in range(images):
        np.testing.assert_array_equal(result[:, i], gathered(np.ascontiguousarray(x[:, i])))
