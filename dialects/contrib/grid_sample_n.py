"""LivePortrait's samples of one volume at the places of several grids."""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np
from xdsl.ir import SSAValue

from ..custom_layers import LayerParams
from ..ncnn.shapes import Shape
from .layer import Builder, ContribLayer, check_rank, from_inputs, refused

BILINEAR = ZEROS = 1
"""Of GridSample: its mode, and what it reads outside."""


def output_shape(params: LayerParams, x: Shape, grids: Shape) -> Shape:
    """
    Shapes: x `c,d,h,w` and `n` grids of `d,h,w,3`, however these are divided, to `n,c,d,h*w`.

    The program has all of these extents as constants: `n` is 22, `c,d,h,w` is 4,16,64,64.

    Raises: InvalidLayerError for other grids.
    """
    check_rank("input", x, 4)
    channels, depth, height, width = x
    count = grids[0]
    if prod(grids) != count * depth * height * width * 3:
        each = f"{depth}x{height}x{width}x3"
        raise refused(f"grid must have {each} numbers for each of its {count}, not {list(grids)}")
    return (count, channels, depth, height * width)


def grid_sample_n(params: LayerParams, x: np.ndarray, grids: np.ndarray) -> np.ndarray:
    """
    Sample x at the places of each grid as GridSample does: trilinear, zero outside.

    -1 and 1 are the outer sides of the volume.

    Source: FeiGeChuanShu/ncnn_Android_LivePortrait, src/liveportrait.cpp.
    """
    channels, *sizes = x.shape
    places = grids.reshape(grids.shape[0], *sizes, 3)
    result = np.zeros((grids.shape[0], channels, *sizes), np.float32)
    # The first coordinate is along the last axis. What is no number is outside.
    with np.errstate(over="ignore"):
        positions = [
            np.nan_to_num(((places[..., 2 - axis] + 1) * np.float32(size) - 1) / 2, nan=-9)
            for axis, size in enumerate(sizes)
        ]
    positions = [np.clip(p, -9, size + 9) for p, size in zip(positions, sizes, strict=True)]
    for corner in product((0, 1), repeat=3):
        cells = [np.floor(p).astype(np.int64) + step for p, step in zip(positions, corner)]
        inside = np.all([(0 <= c) & (c < size) for c, size in zip(cells, sizes)], 0)
        weight = np.prod([1 - np.abs(p - c) for p, c in zip(positions, cells)], 0)
        read = x[:, *(np.clip(c, 0, size - 1) for c, size in zip(cells, sizes))]
        result += np.moveaxis(np.where(inside, read * weight.astype(np.float32), 0), 0, 1)
    return result.reshape(*result.shape[:3], -1)


@from_inputs
def build_grid_sample_n(builder: Builder, x: SSAValue, grids: SSAValue) -> SSAValue:
    """Build one GridSample, the grids being one behind another along the depth."""
    channels, depth, height, width = builder.shape(x)
    count = builder.shape(grids)[0]
    grid = builder.reshape(grids, (count * depth, height, width, 3))
    samples = builder.layer("GridSample", [x, grid], {0: BILINEAR, 1: ZEROS})
    parts = builder.reshape(samples, (channels, count, depth, height * width))
    return builder.permute(parts, [1, 0, 2, 3])


LAYERS = (
    ContribLayer(
        "GridSampleN",
        output_shape,
        grid_sample_n,
        (),
        build_grid_sample_n,
        "FeiGeChuanShu/ncnn_Android_LivePortrait",
    ),
)
