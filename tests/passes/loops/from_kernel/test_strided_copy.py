"""`kernel.strided_copy`: parts, reversed, repeated, merged and split axes that end at run time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_array
from ncnnc.dialects.kernel.strided_copy import StridedCopyOp
from xdsl.dialects.builtin import MemRefType
from xdsl.ir.affine import AffineExpr

from tests.helpers.bounded_kernels import COUNTS, P, T, bounds, run_bounded, within
from tests.helpers.elements import ELEMENTS, moving_on_targets, numbers, with_all_widths
from tests.helpers.kernel_runner import Kernel, compile_kernel

pytestmark = pytest.mark.isa

Place = Sequence[AffineExpr | int]


def compiled(
    x: np.ndarray,
    y: np.ndarray,
    extents: Sequence[int],
    places: tuple[Place, Place],
    ends: Place,
    target: str,
    element: str = "f32",
) -> Kernel:
    """A copy of a box, made of the symbols T and P."""
    source, destination = (bounds(*place, symbols=2) for place in places)
    properties = {
        "extents": int_array(extents),
        "source": source,
        "destination": destination,
        "bounds": bounds(*ends, symbols=2),
    }
    types = [MemRefType(ELEMENTS[element], array.shape) for array in (x, y)]
    return compile_kernel(StridedCopyOp, types[:1], types[1], properties, target=target)


@moving_on_targets
@with_all_widths
@pytest.mark.parametrize("columns", [1, 3, 40])
def test_a_part_of_dynamic_size(target: str, element: str, columns: int):
    """Rows from P on of a longer axis, into another one: all other elements stay."""
    x, y = numbers(element, 3, 64, columns), numbers(element, 3, 48, columns)
    places = ((P * columns, 64 * columns, columns, 1), (columns * 2, 48 * columns, columns, 1))
    kernel = compiled(x, y, (3, 46, columns), places, (3, T, columns), target, element)
    for count in [c for c in COUNTS if c <= 46]:
        for begin in (0, 5, 64 - count):
            result, expected = run_bounded(kernel, [x], (count, begin), y), y.copy()
            expected[:, 2 : 2 + count] = x[:, begin : begin + count]
            np.testing.assert_array_equal(result, expected)


@moving_on_targets
def test_merged_and_split_axes(target: str):
    """Rows of T elements become one row of 5 T, and back; nothing is written in between."""
    x, y = numbers("f32", 3, 5, 48), numbers("f32", 3, 240)
    wide, dense = (0, 240, 48, 1), (0, 240, T, 1)
    merge = compiled(x, y, (3, 5, 48), (wide, dense), (3, 5, T), target)
    split = compiled(y, x, (3, 5, 48), (dense, wide), (3, 5, T), target)
    for count in [c for c in COUNTS if c <= 48]:
        merged, expected = run_bounded(merge, [within(x, 3, 5, count)], (count, 0), y), y.copy()
        expected[:, : 5 * count] = x[:, :, :count].reshape(3, -1)
        np.testing.assert_array_equal(merged, expected)
        back, expected = run_bounded(split, [merged], (count, 0), x + 1), x + 1
        expected[:, :, :count] = x[:, :, :count]
        np.testing.assert_array_equal(back, expected)


@moving_on_targets
@pytest.mark.parametrize("step", [-1, 0, 2, 5])
def test_steps_of_the_source(target: str, step: int):
    """In reverse, one element again and again, every second or fifth one."""
    x, y = numbers("f32", 2, 240), numbers("f32", 2, 48)
    first = T - 1 if step < 0 else AffineExpr.constant(1)
    kernel = compiled(x, y, (2, 46), ((first, 240, step), (2, 48, 1)), (2, T), target)
    for count in [c for c in COUNTS if 0 < c <= 46]:
        start = count - 1 if step < 0 else 1
        result, expected = run_bounded(kernel, [x], (count, 0), y), y.copy()
        expected[:, 2 : 2 + count] = x[:, [start + i * step for i in range(count)]]
        np.testing.assert_array_equal(result, expected)


@moving_on_targets
def test_steps_of_the_destination(target: str):
    """Single elements, a dynamic distance apart."""
    x, y = numbers("f32", 16), numbers("f32", 256)
    kernel = compiled(x, y, (16,), ((0, 1), (0, T)), (16,), target)
    for count in (1, 2, 16):
        result, expected = run_bounded(kernel, [x], (count, 0), y), y.copy()
        expected[: 16 * count : count] = x
        np.testing.assert_array_equal(result, expected)


@moving_on_targets
def test_rows_that_threads_share(target: str):
    x, y = numbers("f32", 20000), numbers("f32", 20100)
    kernel = compiled(x, y, (20000,), ((0, 1), (P, 1)), (T,), target)
    for count, begin in ((0, 3), (1, 100), (9001, 17), (20000, 100)):
        result, expected = run_bounded(kernel, [x], (count, begin), y), y.copy()
        expected[begin : begin + count] = x[:count]
        np.testing.assert_array_equal(result, expected)
