"""`kernel.pack` and `kernel.unpack`: partial vectors of channels and of pixels."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.kernel.structure import PackOp, UnpackOp

from tests.helpers.bounded_kernels import T, bounds, first_elements, run_bounded, within
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


@pytest.mark.parametrize("shape", [(48, 3, 5), (19, 32, 3), (19, 3, 32), (19, 20, 1), (19, 5, 12)])
@pytest.mark.parametrize("target", LANES)
def test_extents_known_at_run_time(target: str, shape: tuple[int, int, int]):
    lanes, x = LANES[target], counting(*shape)
    blocks = -(-shape[0] // lanes)
    for axis in range(3):
        out, most = (blocks, *shape[1:], lanes), shape[axis]
        limits = [T if d == axis else extent for d, extent in enumerate(shape)]
        plain = {"bounds": bounds(*limits)}
        if axis == 0:
            limits[0] = T.ceil_div(lanes)
        packed = {"bounds": bounds(blocks if axis else limits[0], *limits[1:], lanes)}
        packing = compile_kernel(PackOp, [shape], out, packed, target=target)
        unpacking = compile_kernel(UnpackOp, [out], shape, plain, target=target)
        for count in {0, 1, 2, 3, lanes - 1, lanes, lanes + 1, most - 1, most} & {*range(most + 1)}:
            extents = [count if d == axis else extent for d, extent in enumerate(shape)]
            result = run_bounded(packing, [within(x, *extents)], [count])
            valid = (extents[0], *extents[1:])
            np.testing.assert_array_equal(
                first_elements(unpack(result, extents[0]), valid), first_elements(x, valid)
            )
            result = run_bounded(unpacking, [pack(within(x, *extents), lanes)], [count])
            np.testing.assert_array_equal(first_elements(result, valid), first_elements(x, valid))


def test_lanes_past_the_last_channel_are_zero():
    x = counting(13, 2, 16)
    properties = {"bounds": bounds(2, 2, T, 8)}
    kernel = compile_kernel(PackOp, [x.shape], (2, 2, 16, 8), properties, target="x86-avx2")
    result = run_bounded(kernel, [within(x, 13, 2, 5)], [5])
    assert not result[1, :, :5, 5:].any()
