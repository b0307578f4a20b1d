"""`kernel.normalize_groups` by itself: groups in blocks, across them and of them, and accuracy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_attr
from ncnnc.dialects.kernel.attributes import EpsGuard, EpsGuardAttr
from ncnnc.dialects.kernel.normalize_groups import NormalizeGroupsKernelOp
from xdsl.dialects.builtin import FloatAttr, UnitAttr, f32

from tests.helpers.kernel_runner import (
    bias_residual_relu,
    compile_kernel,
    make_epilogue,
    pack,
    unpack,
)

pytestmark = [pytest.mark.isa, pytest.mark.slow]

TARGETS = (("x86-avx512", 16), ("x86-avx2", 8), ("x86-64", 4))
EPS = 0.01


def normalized(x: np.ndarray, groups: int, centred: bool = True) -> np.ndarray:
    """The definition, in float64, for channels along the first axis."""
    parts = x.astype(np.float64).reshape(groups, -1)
    if centred:
        parts = parts - parts.mean(1, keepdims=True)
    return (parts / np.sqrt((parts * parts).mean(1, keepdims=True) + EPS)).reshape(x.shape)


def padded(vector: np.ndarray, lanes: int) -> np.ndarray:
    """A vector in whole blocks; what is past its end is not a number."""
    size = -(-len(vector) // lanes) * lanes
    return np.concatenate([vector, np.full(size - len(vector), np.nan, np.float32)])


def run(
    x: np.ndarray,
    groups: int,
    target: str,
    lanes: int,
    guard: EpsGuard = EpsGuard.ADDED_TO_SQUARE,
    **flags: Any,
) -> np.ndarray:
    """The kernel on `c,h,w`, packed unless there is one lane, with a bias, a residual and ReLU."""
    channels, height, width = x.shape
    blocks = -(-channels // lanes)
    flat = (blocks, height * width, lanes)
    factor, term, bias = (padded(vector, lanes) for vector in parameters(channels))
    more = [(2, blocks * lanes)] if groups < channels else []
    image = pack(x, lanes).reshape(flat)
    arrays = [image, factor, term, bias, image]
    kernel = compile_kernel(
        NormalizeGroupsKernelOp,
        [array.shape for array in arrays],
        flat,
        {
            "guard": EpsGuardAttr(guard),
            "channels": int_attr(channels),
            "groups": int_attr(groups),
            "eps": FloatAttr(EPS, f32),
            **flags,
        },
        make_epilogue(2, bias_residual_relu),
        target,
        more_outputs=more,
    )
    return unpack(kernel(*arrays).reshape(blocks, height, width, lanes), channels)


def parameters(channels: int) -> np.ndarray:
    """Factor, term and bias of each channel."""
    return np.random.default_rng(channels).standard_normal((3, channels), np.float32)


def check(result: np.ndarray, x: np.ndarray, normal: np.ndarray) -> None:
    factor, term, bias = parameters(len(x))[..., None, None]
    expected = np.maximum(normal * factor + term + bias + x, 0)
    np.testing.assert_allclose(result, expected, rtol=2e-5, atol=2e-5)


@pytest.mark.parametrize(("target", "lanes"), TARGETS)
@pytest.mark.parametrize("plain", [False, True], ids=["packed", "plain"])
@pytest.mark.parametrize(
    ("channels", "groups"),
    [(13, 13), (13, 1), (24, 6), (12, 4), (30, 3), (40, 4), (80, 8), (64, 2), (160, 10)],
)
def test_groups(channels: int, groups: int, plain: bool, target: str, lanes: int):
    x = np.random.default_rng(0).standard_normal((channels, 3, 7), np.float32) * 2 + 1
    expected = normalized(x, groups)
    for shared in ({}, {"shares_vectors": UnitAttr()})[: 1 + (groups < channels)]:
        result = run(x, groups, target, 1 if plain else lanes, centred=UnitAttr(), **shared)
        check(result, x, expected)


@pytest.mark.parametrize("shape", [(3, 1, 1), (17, 1, 1), (2, 1, 3), (8, 13, 17), (3, 70, 90)])
@pytest.mark.parametrize("plain", [False, True], ids=["packed", "plain"])
def test_sizes(shape: tuple[int, int, int], plain: bool):
    x = np.random.default_rng(0).standard_normal(shape, np.float32) + 1
    for groups in (1, shape[0]):
        result = run(x, groups, "x86-avx2", 1 if plain else 8, centred=UnitAttr())
        check(result, x, normalized(x, groups))


@pytest.mark.parametrize("groups", [1, 4, 8])
def test_about_zero(groups: int):
    x = np.random.default_rng(0).standard_normal((8, 5, 5), np.float32) + 1
    check(run(x, groups, "x86-avx2", 8), x, normalized(x, groups, centred=False))


@pytest.mark.parametrize("guard", list(EpsGuard))
@pytest.mark.parametrize("size", [1e-3, 1.0])
def test_guards(guard: EpsGuard, size: float):
    x = (np.random.default_rng(0).standard_normal((8, 3, 3)) * size).astype(np.float32)
    square = np.sum(x.astype(np.float64) ** 2, (1, 2), keepdims=True)
    root = {
        EpsGuard.ADDED_TO_SQUARE: np.sqrt(square + EPS),
        EpsGuard.LEAST_ROOT: np.maximum(np.sqrt(square), EPS),
        EpsGuard.LEAST_SQUARE: np.sqrt(np.maximum(square, EPS)),
        EpsGuard.ADDED_TO_ROOT: np.sqrt(square) + EPS,
    }[guard]
    check(run(x, 8, "x86-avx2", 8, guard, summed=UnitAttr()), x, x / root)


@pytest.mark.parametrize("plain", [False, True], ids=["packed", "plain"])
@pytest.mark.parametrize("groups", [1, 8])
def test_a_large_mean_cancels_nothing(groups: int, plain: bool):
    """The mean is a thousand deviations, and what comes first is far from it."""
    x = np.random.default_rng(0).standard_normal((8, 96, 96), np.float32) + np.float32(1000)
    x[:, 0, :8] = 0
    flags = {"centred": UnitAttr(), "sample": int_attr(4096)}
    result = run(x, groups, "x86-avx2", 1 if plain else 8, **flags)
    factor, term, bias = parameters(8)[..., None, None]
    expected = np.maximum(normalized(x, groups) * factor + term + bias + x, 0)
    np.testing.assert_allclose(result, expected, rtol=1e-6, atol=5e-4)
