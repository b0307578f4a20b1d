"""SPP: poolings to grids."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.families.pooling_windows import PoolingKind
from ...dialects.ncnn.layers.spp import SPPOp
from .support import array_function


@array_function(SPPOp)
def spp(op: SPPOp, x: np.ndarray) -> np.ndarray:
    """Return the cells of all grids."""
    pool = np.max if op.kind.data is PoolingKind.MAX else np.mean
    cells: list[np.ndarray] = []
    for grid in op.grids():
        padded = np.pad(x, ((0, 0), *zip(grid.before, grid.after, strict=True)))
        height, width = grid.window
        windows = padded.reshape(len(x), grid.bins, height, grid.bins, width)
        cells.append(pool(windows, axis=(2, 4)).reshape(-1))
    return np.concatenate(cells)
