"""`kernel.copy`: less than a vector, a partial one at the end, more than one chunk."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.kernel.copy import CopyOp, CopyRowsOp
from ncnnc.passes.loops.from_kernel.copy import CHUNK
from xdsl.dialects.builtin import MemRefType

from tests.helpers.bounded_kernels import COUNTS, MOST, P, T, bounds, run_bounded, within
from tests.helpers.elements import ELEMENTS, moving_on_targets, numbers, with_all_widths
from tests.helpers.kernel_runner import compile_kernel

pytestmark = pytest.mark.isa


@pytest.mark.parametrize("target", ["x86-64", "x86-avx2", "x86-avx512"])
@pytest.mark.parametrize("count", [1, 15, 16, 17, CHUNK - 1, CHUNK, 2 * CHUNK + 5])
def test_copies_all_elements_and_no_more(count: int, target: str):
    x = np.arange(count, dtype=np.float32)
    result = compile_kernel(CopyOp, [(count,)], (count, 1), {}, target=target)(x)
    np.testing.assert_array_equal(result[:, 0], x)


@moving_on_targets
@pytest.mark.parametrize("shape", [(1, MOST, 37), (3, 48, 5), (3, 5, 48)])
def test_copies_what_is_within(target: str, shape: tuple[int, int, int]):
    x, most = np.random.default_rng(0).standard_normal(shape, np.float32), max(shape)
    limits = [T if extent == most else extent for extent in shape]
    properties = {"bounds": bounds(*limits)}
    kernel = compile_kernel(CopyOp, [(x.size,)], shape, properties, target=target)
    for count in [c for c in COUNTS if c <= most]:
        extents = [count if extent == most else extent for extent in shape]
        valid = tuple(map(slice, extents))
        result = run_bounded(kernel, [within(x, *extents)], [count])
        np.testing.assert_array_equal(result[valid], x[valid])


@moving_on_targets
@with_all_widths
@pytest.mark.parametrize("width", [1, 5, 64])
@pytest.mark.parametrize("outer", [1, 3])
def test_rows_from_a_row_on(outer: int, width: int, element: str, target: str):
    """All other rows of the output keep what they hold."""
    new, past = numbers(element, outer, 32, width), numbers(element, outer, 80, width)
    types = [MemRefType(ELEMENTS[element], a.shape) for a in (new, past)]
    properties = {"begin": bounds(P, symbols=2), "bounds": bounds(outer, T, width, symbols=2)}
    kernel = compile_kernel(CopyRowsOp, types[:1], types[1], properties, target=target)
    for count in (*range(18), 31, 32):
        for begin in (0, 1, 17, 80 - count):
            result = run_bounded(kernel, [within(new, outer, count)], (count, begin), past)
            expected = past.copy()
            expected[:, begin : begin + count] = new[:, :count]
            np.testing.assert_array_equal(result, expected)


@moving_on_targets
def test_some_outer_rows(target: str):
    """Columns of a matrix whose rows, too, are known at run time: a mask after that of the past."""
    new, past = numbers("f32", 48, 32, 1), numbers("f32", 48, 80, 1)
    properties = {"begin": bounds(P + 2 * T, symbols=2), "bounds": bounds(T, T, 1, symbols=2)}
    kernel = compile_kernel(CopyRowsOp, [new.shape], past.shape, properties, target=target)
    for count in (*range(18), 26):
        result = run_bounded(kernel, [within(new, count, count)], (count, 2), past)
        expected = past.copy()
        begin = 2 + 2 * count
        expected[:count, begin : begin + count] = new[:count, :count]
        np.testing.assert_array_equal(result, expected)


@moving_on_targets
def test_rows_of_static_extents(target: str):
    new, past = numbers("f32", 2, 3, 5), numbers("f32", 2, 9, 5)
    properties = {"begin": bounds(4, symbols=0)}
    kernel = compile_kernel(CopyRowsOp, [new.shape], past.shape, properties, target=target)
    output = past.copy()
    kernel.bind([new], output)()
    past[:, 4:7] = new
    np.testing.assert_array_equal(output, past)
