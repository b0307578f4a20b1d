"""`kernel.top_k`: part of a vector and more, equal elements, infinities, and what is no number."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.kernel.top_k import TopKKernelOp
from ncnnc.dialects.target.records import ISAS

from tests.helpers.kernel_runner import compile_kernel

pytestmark = pytest.mark.isa


def sorted_rows(x: np.ndarray, k: int) -> tuple[list[list[float]], list[list[int]]]:
    """Sort each row by falling key, then by rising place."""
    keys = np.where(np.isnan(x), -np.inf, x)
    places = [sorted(range(len(row)), key=lambda i: (-row[i], i))[:k] for row in keys]
    return [[r[i] for i in p] for r, p in zip(x, places, strict=True)], places


@pytest.mark.parametrize("target", ISAS)
def test_the_largest_and_their_places(target: str):
    for rows, n, k in ((1, 1, 1), (3, 7, 7), (2, 256, 3), (5, 37, 20), (2, 777, 777)):
        x = np.random.default_rng(n).integers(-4, 5, (rows, n)).astype(np.float32)
        x.flat[1::9] = np.inf
        x.flat[2::9] = -np.inf
        x.flat[3::9] = np.nan
        kernel = compile_kernel(
            TopKKernelOp, [x.shape], (rows, k), {}, target=target, more_outputs=[(rows, k)]
        )
        values, places = sorted_rows(x, k)
        np.testing.assert_array_equal(kernel(x), values)
        np.testing.assert_array_equal(kernel.scratch[0], places)


def test_rows_of_nothing_but_the_least_number():
    x = np.full((1, 21), -np.inf, np.float32)
    kernel = compile_kernel(
        TopKKernelOp, [x.shape], (1, 21), {}, target="x86-64", more_outputs=[(1, 21)]
    )
    np.testing.assert_array_equal(kernel(x), x)
    np.testing.assert_array_equal(kernel.scratch[0], [range(21)])
