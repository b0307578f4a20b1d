"""`kernel.interleave` puts phases together."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_array
from ncnnc.dialects.kernel.interleave import InterleaveOp

from tests.helpers.bounded_kernels import T, bounds, run_bounded, within
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


@pytest.mark.parametrize(("stride", "start"), [(2, 0), (3, 2)])
@pytest.mark.parametrize("bounded", [1, 2])
def test_pixels_known_at_run_time(bounded, stride, start):
    """Run with each number of pixels along an axis of 30."""
    size = (30, 3) if bounded == 1 else (3, 30)
    image = np.random.default_rng(6).standard_normal((2, *size, 8), np.float32)
    strides = [stride if d == bounded else 1 for d in (1, 2)]
    starts = [start if d == bounded else 0 for d in (1, 2)]
    places = np.pad(image, [(start if d == bounded else 0, 0) for d in range(4)])
    along = [slice(None)] * bounded
    phases = [np.ascontiguousarray(places[*along, p::stride]) for p in range(stride)]
    limits = [T if d == bounded else extent for d, extent in enumerate(image.shape)]
    kernel = compile_kernel(
        InterleaveOp,
        [p.shape for p in phases],
        image.shape,
        {"stride": int_array(strides), "start": int_array(starts), "bounds": bounds(*limits)},
        target="x86-avx2",
    )
    for count in range(31):
        needed = [max(-(-(start + count - p) // stride), 0) for p in range(stride)]
        extents = [(*image.shape[:bounded], n) for n in needed]
        given = [within(p, *e) for p, e in zip(phases, extents, strict=True)]
        result = run_bounded(kernel, given, [count])
        np.testing.assert_array_equal(result[*along, :count], image[*along, :count])
