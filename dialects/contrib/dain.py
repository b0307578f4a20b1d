"""
The layers of DAIN's frame interpolation, but for its warp, which `warp.py` has.

Source of all: nihui/dain-ncnn-vulkan, src/correlation.cpp, filterinterpolation.cpp and
depthflowprojection_*.comp.
"""

from __future__ import annotations

import numpy as np
from xdsl.ir import SSAValue

from ..custom_layers import LayerParams
from ..ncnn.internal.correlation import correlation_shape
from ..ncnn.internal.project_flow import check_project_flow
from ..ncnn.internal.warp import check_filter_interpolation
from ..ncnn.shapes import Shape
from .layer import Builder, ContribLayer, check_rank, from_inputs, refused

PROJECT = "nihui/dain-ncnn-vulkan"
DISTANCE = 4
"""Largest displacement of the correlation in each direction, in pixels."""

# Correlation --------------------------------------------------------------------------------------


def correlation_output(params: LayerParams, a: Shape, b: Shape) -> Shape:
    """Shapes: two images `c,h,w` to `81,h,w`. Raises: InvalidLayerError for others."""
    check_rank("input", a, 3)
    if a != b:
        raise refused(f"images have shapes {list(a)} and {list(b)}, which must be equal")
    return correlation_shape(a, (a[0], a[1] + 2 * DISTANCE, a[2] + 2 * DISTANCE))


def correlation(params: LayerParams, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """
    Average the products of the channels of a, and of b moved by up to 4 pixels.

    Channel `9 * i + j` of the output is of b read i - 4 rows below and j - 4 columns to the right;
    outside, b is zero.
    """
    border = (DISTANCE, DISTANCE)
    return correlated(a, np.pad(b, ((0, 0), border, border)))


def correlated(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Average the products of `c,h,w` with every window of that size of a larger image."""
    channels, height, width = a.shape
    n = b.shape[1] - height + 1
    means = [
        np.einsum("chw,chw->hw", a, b[:, i : i + height, j : j + width]) / channels
        for i, j in np.ndindex(n, n)
    ]
    return np.stack(means).astype(np.float32)


@from_inputs
def build_correlation(builder: Builder, a: SSAValue, b: SSAValue) -> SSAValue:
    """Build a border of zeros around the second image, and `ncnn.correlation`."""
    border = [0, DISTANCE, DISTANCE]
    return builder.correlation(a, builder.pad(b, "constant", border, border))


# Interpolation by filters -------------------------------------------------------------------------


def filter_output(params: LayerParams, image: Shape, flow: Shape, filter: Shape) -> Shape:
    """Shapes: `c,h,w`, `2,h,w` and `16,h,w` to `c,h,w`. Raises: ShapeError for others."""
    check_filter_interpolation(image, flow, filter)
    return image


def filter_interpolation(
    params: LayerParams, image: np.ndarray, flow: np.ndarray, filter: np.ndarray
) -> np.ndarray:
    """
    Read 4x4 pixels around each pixel's place plus the flow, by the pixel's own filter.

    The pixels on each side of the place are weighted as in a bilinear sample. Where the place is
    not between four pixels, or the flow exceeds half of the image, the pixel itself is read.
    """
    _, height, width = image.shape
    y, x = np.indices((height, width), np.float32)
    with np.errstate(invalid="ignore"):
        column, row = x + flow[0], y + flow[1]
        is_inside = (column >= 0) & (column < width - 1) & (row >= 0) & (row < height - 1)
        is_inside &= (np.abs(flow[0]) <= width / 2) & (np.abs(flow[1]) <= height / 2)
    row, column = np.where(is_inside, row, 0), np.where(is_inside, column, 0)
    top, left = (np.floor(place).astype(np.int64) for place in (row, column))
    under, after = (row - top).astype(np.float32), (column - left).astype(np.float32)
    result = np.zeros_like(image)
    for i, j in np.ndindex(4, 4):
        cell = image[:, np.clip(top + i - 1, 0, height - 1), np.clip(left + j - 1, 0, width - 1)]
        weight = (under if i > 1 else 1 - under) * (after if j > 1 else 1 - after)
        result += cell * (filter[4 * i + j] * weight)
    return np.where(is_inside, result, image)


@from_inputs
def build_filter_interpolation(builder: Builder, *inputs: SSAValue) -> SSAValue:
    """Build `ncnn.filter_interpolation`."""
    return builder.filter_interpolation(*inputs)


# Projection of a flow -----------------------------------------------------------------------------


def projection_output(params: LayerParams, flow: Shape, depth: Shape) -> Shape:
    """Shapes: flow `2,h,w` and depth `1,h,w` to `2,h,w`. Raises: ShapeError for others."""
    check_project_flow(flow, depth)
    return flow


def depth_flow_projection(params: LayerParams, flow: np.ndarray, depth: np.ndarray) -> np.ndarray:
    """
    Carry the opposite of each flow to the four pixels around where it leads, weighted by depth.

    Holes get the mean of the nearest results to the left and right, above and below. This is the
    program's computation on Vulkan; its code for CPUs reads the pixels next to those.
    """
    return projected(flow, depth)


def projected(flow: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Carry flows `2,h,w`, weighted by `1,h,w`, to where they lead, and fill holes."""
    _, height, width = flow.shape
    i, j = np.indices((height, width))
    column, row = j.astype(np.float32) + flow[0], i.astype(np.float32) + flow[1]
    lands = (column >= 0) & (column < width - 1) & (row >= 0) & (row < height - 1)
    first = (np.floor(row[lands]) * width + np.floor(column[lands])).astype(np.int64)
    places = first[:, None] + np.array([0, 1, width, width + 1])
    sums = np.zeros((3, height * width), np.float32)
    terms = [-flow[0] * weight[0], -flow[1] * weight[0], weight[0]]
    for total, term in zip(sums, terms, strict=True):
        np.add.at(total, places.ravel(), np.repeat(term[lands], 4))
    sums = sums.reshape(3, height, width)
    is_found = sums[2] > 0
    means = np.divide(sums[:2], sums[2], out=np.zeros_like(sums[:2]), where=is_found)
    return np.where(is_found, means, filled(means, is_found, sums[:2]))


def filled(means: np.ndarray, is_found: np.ndarray, otherwise: np.ndarray) -> np.ndarray:
    """Average the nearest existing results in four directions."""
    total, count = np.zeros_like(means), np.zeros(is_found.shape, np.float32)
    for axis in (1, 0):
        for is_reversed in (False, True):
            near, known = (
                np.moveaxis(np.flip(a, axis - 2) if is_reversed else a, axis - 2, 0)
                for a in (np.concatenate([means, is_found[None]]), is_found)
            )
            carried = np.zeros_like(near)
            for n in range(1, len(near)):
                carried[n] = np.where(known[n - 1], near[n - 1], carried[n - 1])
            carried = np.moveaxis(carried, 0, axis - 2)
            carried = np.flip(carried, axis - 2) if is_reversed else carried
            total += carried[:2]
            count += carried[2]
    return np.divide(total, count, out=otherwise.copy(), where=count > 0)


@from_inputs
def build_projection(builder: Builder, flow: SSAValue, depth: SSAValue) -> SSAValue:
    """Build `ncnn.project_flow`."""
    return builder.project_flow(flow, depth)


LAYERS = (
    ContribLayer(
        "dain.Correlation", correlation_output, correlation, (), build_correlation, PROJECT
    ),
    ContribLayer(
        "dain.FilterInterpolation",
        filter_output,
        filter_interpolation,
        (),
        build_filter_interpolation,
        PROJECT,
    ),
    ContribLayer(
        "dain.DepthFlowProjection",
        projection_output,
        depth_flow_projection,
        (),
        build_projection,
        PROJECT,
    ),
)
