"""GridSample: places, their taps along every axis, and sums over these."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

import numpy as np

from ...dialects.kernel.attributes import SampleMode, SamplePadding
from ...dialects.ncnn.layers.gridsample import GridSampleOp
from ...dialects.ncnn.layers.interp import cubic_weights
from .support import array_function

HALF = np.float32(0.5)

GridTaps = list[tuple[np.ndarray, np.ndarray, np.ndarray]]
"""Cells along one axis that places are sums of: numbers, weights, and whether they are inside."""


@array_function(GridSampleOp)
def grid_sample(op: GridSampleOp, x: np.ndarray, grid: np.ndarray) -> np.ndarray:
    """Return the sum over all combinations of the axes' taps."""
    places = grid if op.planar is not None else np.moveaxis(grid, -1, 0)
    sizes = x.shape[1:]
    # The first coordinate of the grid is along the last axis.
    taps = [axis_taps(op, places[-1 - i], size) for i, size in enumerate(sizes)]
    return sum_of_taps(x, taps)


def sum_of_taps(x: np.ndarray, taps: Sequence[GridTaps]) -> np.ndarray:
    """
    Return the sum over all combinations of the axes' taps; a cell outside of `c,...` counts as 0.
    """
    result = np.zeros((x.shape[0], *taps[0][0][0].shape), np.float32)
    for combination in product(*taps):
        cells, weights, inside = zip(*combination, strict=True)
        result += np.where(np.all(inside, 0), x[(slice(None), *cells)], 0) * prod(weights)
    return result


def axis_taps(op: GridSampleOp, place: np.ndarray, size: int) -> GridTaps:
    """Return the taps of places between -1 and 1 along an axis of so many cells."""
    if op.align_corner is not None:
        position = (place + 1) * HALF * np.float32(size - 1)
    else:
        position = ((place + 1) * np.float32(size) - 1) * HALF
    # So far away nothing changes any more; what is no number is there too.
    limit = 2 * size + 4
    position = np.clip(np.where(np.isnan(position), -limit, position), -limit, limit)
    if op.mode.data is SampleMode.BICUBIC:
        base = np.floor(position)
        weights = cubic_weights((position - base).reshape(-1)).T.reshape(4, *place.shape)
        return [tap(padded(op, base + i - 1, size), size, w) for i, w in enumerate(weights)]
    position = padded(op, position, size)
    if op.mode.data is SampleMode.NEAREST:
        return [tap(np.floor(position + HALF), size, np.ones_like(position))]
    base = np.floor(position)
    fraction = position - base
    return [tap(base, size, 1 - fraction), tap(base + 1, size, fraction)]


def padded(op: GridSampleOp, position: np.ndarray, size: int) -> np.ndarray:
    """Map positions outside of the image by the padding mode; zeros padding leaves them."""
    if op.padding.data is SamplePadding.ZEROS:
        return position
    if op.padding.data is SamplePadding.BORDER:
        return np.clip(position, 0, size - 1)
    if op.align_corner is not None:
        return mirrored(position, size - 1)
    return np.clip(mirrored(position + HALF, size) - HALF, 0, size - 1)


def mirrored(position: np.ndarray, high: int) -> np.ndarray:
    """Return a position mirrored at 0 and at `high`, once each."""
    return high - np.abs(np.abs(position) - np.float32(high))


def tap(
    cell: np.ndarray, size: int, weight: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a cell with its weight, and whether it is inside; else the outermost one."""
    clipped = np.clip(cell, 0, size - 1)
    return clipped.astype(np.int64), weight, clipped == cell
