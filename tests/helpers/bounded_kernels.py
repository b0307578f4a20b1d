"""Kernels with extents known at run time: garbage past the bounds, guards around the output."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from ncnnc.dialects.element_types import dtype_of
from xdsl.dialects.builtin import AffineMapAttr
from xdsl.ir.affine import AffineExpr, AffineMap

from tests.helpers.kernel_runner import Kernel, garbage_of

MOST = 512
"""The largest extent of a bounded axis."""
COUNTS = (*range(21), 77, MOST)
GUARD = 64
"""Elements on each side of an output."""
SENTINEL = 77
"""The value of elements that no kernel may write."""

T, P = AffineExpr.symbol(0), AffineExpr.symbol(1)


def bounds(*extents: AffineExpr | int, symbols: int = 1) -> AffineMapAttr:
    """The property of a kernel; integers are static extents."""
    results = (AffineExpr.constant(e) if isinstance(e, int) else e for e in extents)
    return AffineMapAttr(AffineMap(0, symbols, tuple(results)))


def first_elements(array: np.ndarray, extents: Sequence[int]) -> np.ndarray:
    """Return the part of an array that lies within such extents of its axes."""
    return array[tuple(map(slice, extents))]


def within(array: np.ndarray, *extents: int) -> np.ndarray:
    """Return a copy of an array with garbage past the first so many elements of its axes."""
    result = np.full(array.shape, garbage_of(array.dtype), array.dtype)
    first_elements(result, extents)[...] = first_elements(array, extents)
    return result


def run_bounded(
    kernel: Kernel,
    inputs: Sequence[np.ndarray],
    symbols: Sequence[int],
    previous: np.ndarray | None = None,
) -> np.ndarray:
    """
    Run a kernel on given extents; its output holds garbage before, or what is given.

    Raises: AssertionError if it writes outside of its output.
    """
    assert kernel.symbols is not None
    kernel.symbols[:] = symbols
    shape = kernel.output_type.get_shape()
    dtype = np.dtype(dtype_of(kernel.output_type.element_type))
    memory = np.full(2 * GUARD + int(np.prod(shape)), SENTINEL, dtype)
    output = memory[GUARD:-GUARD].reshape(shape)
    output[...] = garbage_of(dtype) if previous is None else previous
    for array in kernel.scratch:
        array[...] = garbage_of(array.dtype)
    kernel.bind([np.ascontiguousarray(a) for a in inputs], output)()
    assert (memory[:GUARD] == SENTINEL).all()
    assert (memory[-GUARD:] == SENTINEL).all()
    return output
