"""Unfold and Fold: windows of an image as columns of a matrix, and back."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...dialects.ncnn.layers.unfold import FoldOp, UnfoldOp, WindowMatrixOp
from .support import array_function


def cells_of_taps(op: WindowMatrixOp, counts: list[int]) -> Iterator[tuple[slice, slice]]:
    """For each tap the rows and the columns of the padded image that it is on in the windows."""
    height, width = op.along_axes("kernel")
    for tap in np.ndindex(height, width):
        rows, columns = (
            slice(first := at * dilation, first + (count - 1) * stride + 1, stride)
            for at, dilation, count, stride in zip(
                tap, op.along_axes("dilation"), counts, op.along_axes("stride"), strict=True
            )
        )
        yield rows, columns


@array_function(UnfoldOp)
def unfold(op: UnfoldOp, x: np.ndarray) -> np.ndarray:
    """Return the padded image at every tap, one row each."""
    top, left, bottom, right = op.resolved_pads()
    pads = ((0, 0), (top, bottom), (left, right))
    padded = np.pad(x.reshape(op.image_shape()), pads, constant_values=op.pad_value.value.data)
    cells = cells_of_taps(op, op.window_counts())
    taps = [padded[:, rows, columns] for rows, columns in cells]
    return np.stack(taps, axis=1).reshape(op.infer_shapes()[0])


@array_function(FoldOp)
def fold(op: FoldOp, x: np.ndarray) -> np.ndarray:
    """Return the rows of each tap added to the cells that it is on."""
    top, left, bottom, right = op.along_axes("pad")
    height, width = op.along_axes("output_size")
    counts, channels = op.window_counts(), len(x) // op.taps()
    taps = x[: channels * op.taps()].reshape(channels, op.taps(), *counts)
    padded = np.zeros((channels, top + height + bottom, left + width + right), np.float32)
    for tap, (rows, columns) in enumerate(cells_of_taps(op, counts)):
        padded[:, rows, columns] += taps[:, tap]
    return padded[:, top : top + height, left : left + width]
