"""`kernel.interleave` puts phases together."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_array
from ncnnc.dialects.kernel.interleave import InterleaveOp

from tests.helpers.kernel_runner import compile_kernel

pytestmark = pytest.mark.isa


@pytest.mark.parametrize(
    ("size", "stride"), [((6, 8), (2, 2)), ((7, 5), (2, 3)), ((1, 4), (3, 1)), ((2, 2), (4, 4))]
)
def test_matches_the_definition(size, stride):
    image = np.random.default_rng(6).standard_normal((3, *size, 8), np.float32)
    phases = [
        np.ascontiguousarray(image[:, y :: stride[0], x :: stride[1]])
        for y in range(min(stride[0], size[0]))
        for x in range(min(stride[1], size[1]))
    ]
    kernel = compile_kernel(
        InterleaveOp,
        [p.shape for p in phases],
        image.shape,
        {"stride": int_array(stride), "start": int_array([0, 0])},
        target="x86-avx2",
    )
    np.testing.assert_array_equal(kernel(*phases), image)


@pytest.mark.parametrize(
    ("size", "stride", "start"),
    [((6, 8), (2, 2), (1, 1)), ((7, 5), (2, 3), (0, 2)), ((1, 4), (3, 1), (2, 0))],
)
def test_phases_as_large_as_the_first_from_a_start_on(size, stride, start):
    image = np.random.default_rng(6).standard_normal((3, *size, 8), np.float32)
    rows, columns = (-(-(s + n) // t) for n, s, t in zip(size, start, stride, strict=True))
    places = np.full((3, rows * stride[0], columns * stride[1], 8), np.nan, np.float32)
    places[:, start[0] : start[0] + size[0], start[1] : start[1] + size[1]] = image
    phases = [
        np.ascontiguousarray(places[:, y :: stride[0], x :: stride[1]])
        for y in range(stride[0])
        for x in range(stride[1])
    ]
    properties = {"stride": int_array(stride), "start": int_array(start)}
    shapes = [p.shape for p in phases]
    kernel = compile_kernel(InterleaveOp, shapes, image.shape, properties, target="x86-avx2")
    np.testing.assert_array_equal(kernel(*phases), image)


@pytest.mark.parametrize(
    ("size", "stride"), [((3, 4, 5), (2, 2, 2)), ((2, 1, 7), (3, 1, 2)), ((4, 3, 2), (1, 2, 1))]
)
def test_volumes(size, stride):
    volume = np.random.default_rng(6).standard_normal((2, *size, 8), np.float32)
    firsts = product(*(range(min(s, n)) for s, n in zip(stride, size, strict=True)))
    phases = [
        np.ascontiguousarray(
            volume[:, *(slice(i, None, s) for i, s in zip(at, stride, strict=True))]
        )
        for at in firsts
    ]
    properties = {"stride": int_array(stride), "start": int_array([0, 0, 0])}
    shapes = [p.shape for p in phases]
    kernel = compile_kernel(InterleaveOp, shapes, volume.shape, properties, target="x86-avx2")
    np.testing.assert_array_equal(kernel(*phases), volume)
