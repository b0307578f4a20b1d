"""`kernel.insert_box`: boxes at every edge, of one row, of whole axes, and of all."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_array
from ncnnc.dialects.element_types import dtype_of
from ncnnc.dialects.kernel.insert_box import InsertBoxOp
from ncnnc.dialects.target.records import ISAS
from xdsl.dialects.builtin import MemRefType, f32, i8
from xdsl.ir import Attribute

from tests.helpers.bounded_kernels import T, bounds, first_elements, run_bounded, within
from tests.helpers.kernel_runner import compile_kernel

pytestmark = pytest.mark.isa

CASES = [
    ((17,), (5,), (12,)),
    ((13,), (13,), (0,)),
    ((5, 33), (1, 7), (4, 26)),
    ((5, 33), (3, 33), (1, 0)),
    ((3, 4, 7), (2, 1, 3), (0, 3, 4)),
    ((3, 4, 7), (3, 2, 7), (0, 1, 0)),
    ((2, 3, 4, 5), (1, 3, 2, 1), (1, 0, 2, 3)),
]


@pytest.mark.parametrize("target", ISAS)
@pytest.mark.parametrize("element", [i8, f32], ids=str)
def test_box_replaces_elements(element: Attribute, target: str):
    for shape, sizes, offsets in CASES:
        x = np.arange(np.prod(shape)).reshape(shape).astype(dtype_of(element))
        box = -1 - np.arange(np.prod(sizes)).reshape(sizes).astype(dtype_of(element))
        types = [MemRefType(element, shape), MemRefType(element, sizes)]
        properties = {"offsets": int_array(offsets)}
        result = compile_kernel(InsertBoxOp, types, types[0], properties, target=target)(x, box)
        expected = x.copy()
        expected[tuple(slice(o, o + n) for o, n in zip(offsets, sizes, strict=True))] = box
        np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("target", ISAS)
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_extents_known_at_run_time(axis: int, target: str):
    """The box has the whole axis, and ends with it."""
    shape = (32, 16, 48)
    sizes = tuple(extent if d == axis else 3 for d, extent in enumerate(shape))
    offsets = [0 if d == axis else 2 for d in range(3)]
    x, box = np.arange(np.prod(shape), dtype=np.float32).reshape(shape), np.ones(sizes, np.float32)
    limits = [T if d == axis else extent for d, extent in enumerate(shape)]
    properties = {"offsets": int_array(offsets), "bounds": bounds(*limits)}
    kernel = compile_kernel(InsertBoxOp, [shape, sizes], shape, properties, target=target)
    expected = x.copy()
    expected[tuple(slice(o, o + n) for o, n in zip(offsets, sizes, strict=True))] = 1
    for count in range(shape[axis] + 1):
        extents, of_box = (
            [count if d == axis else extent for d, extent in enumerate(of)] for of in (shape, sizes)
        )
        result = run_bounded(kernel, [within(x, *extents), within(box, *of_box)], [count])
        found = first_elements(result, extents)
        np.testing.assert_array_equal(found, first_elements(expected, extents))
