"""`kernel.convolution` by `dilated`: sub-images in place, whatever algorithm computes them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_array, int_attr
from ncnnc.dialects.kernel.attributes import Algorithm, AlgorithmAttr
from ncnnc.dialects.kernel.convolution import ConvolutionKernelOp
from ncnnc.dialects.kernel.winograd_workspace import (
    sub_image_steps,
    winograd_data_shape,
    winograd_tiles,
)
from ncnnc.dialects.ncnn.internal.weight_forms import DirectWeights, PackedBlob, WinogradWeights
from ncnnc.passes.kernels.weights.packing import pack_arrays

from tests.helpers.kernel_runner import (
    bias_residual_relu,
    compile_kernel,
    convolve,
    make_epilogue,
    pack,
    unpack,
)

pytestmark = [pytest.mark.isa, pytest.mark.requirement("W19", "W20")]

TARGETS = {"x86-avx512": 16, "x86-avx2": 8, "x86-avx": 8, "x86-64": 4}
TOLERANCE = {"packed": 1e-5, "winograd2": 1e-5, "winograd4": 1e-4, "winograd6": 1e-3}


@dataclass(frozen=True)
class Case:
    """A convolution of images; pad is top, left, bottom, right. One block of tiles if block 0."""

    channels: int
    outputs: int
    size: tuple[int, int]
    dilation: tuple[int, int]
    pad: tuple[int, int, int, int]
    kernel: tuple[int, int] = (3, 3)
    block: int = 3

    def random(self, images: int) -> tuple[np.ndarray, ...]:
        """A batch `c,n,h,w`, weights `out,in,1,kh,kw`, bias, and what is added to the result."""
        random = np.random.default_rng(7)
        x = random.standard_normal((self.channels, images, *self.size), np.float32)
        weights = random.standard_normal((self.outputs, self.channels, 1, *self.kernel), np.float32)
        bias = random.standard_normal(self.outputs, np.float32)
        size = convolve(x[:1], weights[:1, :1], **self.window()).shape[1:]
        return x, weights, bias, random.standard_normal((self.outputs, *size), np.float32)

    def window(self) -> dict[str, list[int]]:
        """The window along three axes."""
        pad = [0, *self.pad[:2], 0, *self.pad[2:]]
        return {"stride": [1, 1, 1], "dilation": [1, *self.dilation], "pad": pad}


SAME = Case(7, 13, (9, 14), (2, 2), (2, 2, 2, 2))
CASES = (
    SAME,
    Case(1, 3, (13, 10), (3, 3), (3, 3, 3, 3), block=5),
    Case(13, 17, (8, 11), (2, 1), (0, 0, 0, 0), block=0),
    Case(17, 7, (6, 17), (1, 4), (2, 3, 0, 6), block=2),
    # Outputs smaller than the dilation, a map of one pixel, and one of which no tap but one is in.
    Case(3, 13, (7, 5), (12, 12), (12, 12, 12, 12), block=4),
    Case(3, 1, (1, 1), (3, 3), (3, 3, 3, 3), block=1),
    Case(4, 5, (8, 8), (3, 3), (0, 0, 0, 0), block=0),
)
OTHER_KERNELS = (
    Case(3, 7, (12, 15), (2, 2), (4, 4, 4, 4), (5, 5)),
    Case(13, 3, (10, 9), (3, 3), (3, 0, 3, 0), (3, 1)),
    Case(1, 17, (25, 29), (12, 12), (0, 5, 3, 0), (2, 3), block=100),
)


def run(case: Case, arrays: tuple[np.ndarray, ...], inner: str, target: str, in_lanes: int):
    """The output of the kernel, not packed."""
    x, weights, bias, residual = arrays
    lanes = TARGETS[target]
    m = Algorithm(inner).winograd_tile
    block, more = case.block, []
    steps = sub_image_steps(case.kernel, case.dilation)
    if not block:
        block = 100
    if m and not case.block:
        block = x.shape[1] * winograd_tiles(m, *residual.shape[-2:], steps)
        v_lanes = lanes if in_lanes == 1 else in_lanes
        more = [winograd_data_shape(m, -(-len(x) // v_lanes), v_lanes, block)]
    form = WinogradWeights(m, lanes, 2, 1) if m else DirectWeights(lanes, 2, 1)
    given = [
        x if in_lanes == 1 else pack(x, in_lanes),
        pack_arrays(form, [weights]),
        pack_arrays(PackedBlob(lanes), [bias]),
        pack(residual, lanes),
    ]
    kernel = compile_kernel(
        ConvolutionKernelOp,
        [a.shape for a in given],
        (-(-len(weights) // lanes), *residual.shape[1:], lanes),
        {
            "kernel": int_array([1, *case.kernel]),
            **{name: int_array(values) for name, values in case.window().items()},
            "algorithm": AlgorithmAttr(Algorithm.DILATED),
            "inner": AlgorithmAttr(Algorithm(inner)),
            "channels": int_attr(len(x)),
            "register": int_array([3, 2]),
            "block": int_attr(block),
        },
        make_epilogue(2, bias_residual_relu),
        target,
        more,
    )
    return unpack(kernel(*given), len(weights))


def check(case: Case, inner: str, target: str, images: int = 1, in_lanes: int | None = None):
    """The kernel against the definition."""
    x, weights, bias, residual = arrays = case.random(images)
    result = run(case, arrays, inner, target, TARGETS[target] if in_lanes is None else in_lanes)
    expected = convolve(x, weights, **case.window()) + bias[:, None, None, None] + residual
    expected = np.maximum(expected, 0)
    tolerance = TOLERANCE[inner] * max(np.abs(expected).max(), 1.0)
    np.testing.assert_allclose(result, expected, rtol=0, atol=tolerance)


@pytest.mark.parametrize("inner", TOLERANCE)
@pytest.mark.parametrize("case", CASES)
def test_matches_the_definition(case: Case, inner: str):
    check(case, inner, "x86-avx512")


@pytest.mark.parametrize("case", OTHER_KERNELS)
def test_other_kernels(case: Case):
    check(case, "packed", "x86-avx2")


@pytest.mark.parametrize("target", ["x86-avx2", "x86-avx", "x86-64"])
@pytest.mark.parametrize(("case", "inner"), [(SAME, "winograd4"), (OTHER_KERNELS[0], "packed")])
def test_other_targets(case: Case, inner: str, target: str):
    check(case, inner, target)


@pytest.mark.parametrize("inner", ["packed", "winograd2"])
@pytest.mark.parametrize("in_lanes", [1, 4])
def test_input_in_another_layout(in_lanes: int, inner: str):
    check(SAME, inner, "x86-avx2", in_lanes=in_lanes)


@pytest.mark.parametrize("inner", ["packed", "winograd4"])
@pytest.mark.parametrize("case", [SAME, CASES[2]])
def test_batches(case: Case, inner: str):
    check(case, inner, "x86-avx512", images=3)
