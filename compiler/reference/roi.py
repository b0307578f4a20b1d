"""ROIAlign, ROIPooling and PSROIPooling, bin by bin."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...dialects.ncnn.layers.roi import PSROIPoolingOp, ROIAlignOp, RoiOp, ROIPoolingOp
from .support import array_function

F32 = np.float32
Edges = tuple[np.float32, np.float32]
RoiRegion = tuple[Edges, Edges]
"""Begin and end of a region along height and width."""


def scaled_region(op: RoiOp, rois: np.ndarray) -> RoiRegion:
    x0, y0, x1, y1 = rois.reshape(-1)[:4] * F32(op.spatial_scale.value.data)
    return (y0, y1), (x0, x1)


def rounded(value: np.ndarray) -> np.ndarray:
    """Return the nearest integers, halves away from zero."""
    whole = np.trunc(value)
    return whole + np.where(np.abs(value - whole) >= F32(0.5), np.copysign(F32(1), value), F32(0))


def bins(op: RoiOp) -> Iterator[tuple[int, int]]:
    """Yield all bins, row by row."""
    yield from np.ndindex(op.pooled_height.value.data, op.pooled_width.value.data)


def result(op: RoiOp) -> np.ndarray:
    """Zeros in the shape of the result."""
    return np.zeros(op.infer_shapes()[0], F32)


@array_function(ROIAlignOp)
def roi_align(op: ROIAlignOp, x: np.ndarray, rois: np.ndarray) -> np.ndarray:
    """Return the mean of interpolated samples; 0 of bins outside of the image."""
    y, sizes = result(op), x.shape[1:]
    region = scaled_region(op, rois)
    for place in bins(op):
        lattices = [
            lattice(op, *region[axis], y.shape[1 + axis], place[axis], sizes[axis])
            for axis in (0, 1)
        ]
        count = max(len(lattices[0]) * len(lattices[1]), 1)
        total = np.zeros(x.shape[0], F32)
        for row in lattices[0]:
            for column in lattices[1]:
                total += interpolated(op, x, row, column)
        y[:, *place] = total / F32(count)
    return y


def lattice(
    op: ROIAlignOp, low: np.float32, high: np.float32, bins: int, bin: int, cells: int
) -> np.ndarray:
    """Return the positions of the samples of a bin along an axis; none for an empty bin."""
    if op.aligned is not None:
        low, high = low - F32(0.5), high - F32(0.5)
    extent = high - low if op.aligned is not None else max(high - low, F32(1))
    size = extent / F32(bins)
    start, end, covered = low + F32(bin) * size, low + F32(bin + 1) * size, size
    if op.detectron is None:
        start, end = np.clip([start, end], F32(0), F32(cells))
        covered = end - start
        if not end > start:
            return np.zeros(0, F32)
    count = op.samples.value.data or int(max(np.ceil(covered), 0))
    return start + (np.arange(count, dtype=F32) + F32(0.5)) * size / F32(max(count, 1))


def interpolated(op: ROIAlignOp, x: np.ndarray, row: np.float32, column: np.float32) -> np.ndarray:
    """Return all channels at a place; that of the outermost cell outside, or further away 0."""
    cells: list[tuple[int, int]] = []
    parts: list[tuple[np.float32, np.float32]] = []
    for place, size in ((row, x.shape[1]), (column, x.shape[2])):
        if op.detectron is not None and not -1 <= place <= size:
            return np.zeros(len(x), F32)
        inside = np.clip(place, F32(0), F32(size - 1))
        first = int(inside)
        cells.append((first, min(first + 1, size - 1)))
        parts.append((1 - (inside - F32(first)), inside - F32(first)))
    (top, bottom), (left, right) = cells
    upper = x[:, top, left] * parts[1][0] + x[:, top, right] * parts[1][1]
    lower = x[:, bottom, left] * parts[1][0] + x[:, bottom, right] * parts[1][1]
    return upper * parts[0][0] + lower * parts[0][1]


def cells_of(start: np.float32, end: np.float32, size: int) -> slice:
    low, high = np.clip([start, end], 0, size)
    return slice(int(low), int(high))


@array_function(ROIPoolingOp)
def roi_pooling(op: ROIPoolingOp, x: np.ndarray, rois: np.ndarray) -> np.ndarray:
    """Return the largest cell of every bin, 0 of one without cells."""
    y, region = result(op), scaled_region(op, rois)
    for place in bins(op):
        spans: list[slice] = []
        for axis in (0, 1):
            low, high = rounded(np.array(region[axis], F32))
            size = max(high - low + 1, F32(1)) / F32(y.shape[1 + axis])
            first, last = np.floor(F32(place[axis]) * size), np.ceil(F32(place[axis] + 1) * size)
            spans.append(cells_of(low + first, low + last, x.shape[1 + axis]))
        found = x[:, *spans].reshape(x.shape[0], -1)
        if found.size:
            y[:, *place] = found.max(axis=1)
    return y


@array_function(PSROIPoolingOp)
def psroi_pooling(op: PSROIPoolingOp, x: np.ndarray, rois: np.ndarray) -> np.ndarray:
    """Return the mean of every bin, of its own channels; 0 of one without cells."""
    y, scale = result(op), F32(op.spatial_scale.value.data)
    x0, y0, x1, y1 = rounded(rois.reshape(-1)[:4] + np.array([0, 0, 1, 1], F32)) * scale
    by_bin = x.reshape(*y.shape, *x.shape[1:])
    for place in bins(op):
        spans: list[slice] = []
        for axis, (low, high) in enumerate(((y0, y1), (x0, x1))):
            size = max(high - low, F32(0.1)) / F32(y.shape[1 + axis])
            start, end = low + F32(place[axis]) * size, low + F32(place[axis] + 1) * size
            spans.append(cells_of(np.floor(start), np.ceil(end), x.shape[1 + axis]))
        found = by_bin[:, *place, *spans].reshape(len(y), -1)
        if found.size:
            y[:, *place] = found.mean(axis=1)
    return y
