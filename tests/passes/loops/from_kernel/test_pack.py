"""`kernel.pack` and `kernel.unpack`: partial vectors of channels and of pixels."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.kernel.structure import PackOp, UnpackOp

from tests.helpers.kernel_runner import compile_kernel, pack, unpack

pytestmark = pytest.mark.isa

LANES = {"x86-64": 4, "x86-avx2": 8, "x86-avx512": 16}
SHAPES = [(1, 1, 1), (3, 5, 7), (16, 4, 4), (17, 3, 3), (33, 2, 9), (7, 1, 40)]


def counting(*shape: int) -> np.ndarray:
    return np.arange(1, np.prod(shape) + 1, dtype=np.float32).reshape(shape)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("target", LANES)
def test_pack_and_its_inverse(target: str, shape: tuple[int, int, int]):
    lanes, x = LANES[target], counting(*shape)
    packed = pack(x, lanes)
    result = compile_kernel(PackOp, [shape], packed.shape, {}, target=target)(x)
    # The lanes past the last channel are zeros.
    np.testing.assert_array_equal(result, np.nan_to_num(packed))
    plain = compile_kernel(UnpackOp, [packed.shape], shape, {}, target=target)(packed)
    np.testing.assert_array_equal(plain, x)


@pytest.mark.parametrize("lanes", [4, 8, 16])
def test_lanes_come_from_the_types(lanes: int):
    x = counting(13, 3, 5)
    packed = pack(x, lanes)
    result = compile_kernel(PackOp, [x.shape], packed.shape, {}, target="x86-avx2")(x)
    np.testing.assert_array_equal(unpack(result, 13), x)


@pytest.mark.parametrize("count", [1, 8, 13])
def test_vectors(count: int):
    x = counting(count)
    blocks = -(-count // 8)
    packed = compile_kernel(PackOp, [(count,)], (blocks, 8), {}, target="x86-avx2")(x)
    np.testing.assert_array_equal(packed.reshape(-1)[:count], x)
    assert not packed.reshape(-1)[count:].any()
    plain = compile_kernel(UnpackOp, [(blocks, 8)], (count,), {}, target="x86-avx2")(packed)
    np.testing.assert_array_equal(plain, x)
