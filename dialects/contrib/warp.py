"""
The layers of frame interpolation that warp an image by an optical flow.

`rife.Warp` and `ifrnet.Warp` are one computation with their inputs in different order.
`dain.OpticalFlowWarp` differs outside of the image.
"""

from __future__ import annotations

import numpy as np
from xdsl.ir import SSAValue

from ..custom_layers import LayerParams
from ..ncnn.internal.warp import check_warp
from ..ncnn.shapes import Shape
from .layer import Builder, ContribLayer, from_inputs


def warped(image: np.ndarray, flow: np.ndarray, zeros_outside: bool = False) -> np.ndarray:
    """
    Sample each pixel of `c,h,w` at its own place plus the flow `2,h,w` (columns, then rows).

    Samples are bilinear. Places outside are moved to the nearest place inside; with
    `zeros_outside`, a place that does not lie between four pixels gives 0. NaN counts as 0.
    """
    _, height, width = image.shape
    x = np.arange(width, dtype=np.float32) + flow[0]
    y = np.arange(height, dtype=np.float32)[:, None] + flow[1]
    left, right, after = neighbours(x, width)
    above, below, under = neighbours(y, height)
    top = image[:, above, left] * (1 - after) + image[:, above, right] * after
    bottom = image[:, below, left] * (1 - after) + image[:, below, right] * after
    result = top * (1 - under) + bottom * under
    if not zeros_outside:
        return result
    return np.where((x >= 0) & (x < width - 1) & (y >= 0) & (y < height - 1), result, 0)


def neighbours(position: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the cells before and after positions along an axis, and the weight of the latter."""
    inside = np.clip(np.where(np.isnan(position), 0, position), 0, np.float32(size - 1))
    first = np.floor(inside)
    before = first.astype(np.int64)
    return before, np.minimum(before + 1, size - 1), inside - first


# Image, then flow ---------------------------------------------------------------------------------


def output_shape(params: LayerParams, image: Shape, flow: Shape) -> Shape:
    """Shapes: image `c,h,w` and flow `2,h,w` to `c,h,w`. Raises: ShapeError for others."""
    check_warp(image, flow)
    return image


def warp(params: LayerParams, image: np.ndarray, flow: np.ndarray) -> np.ndarray:
    """Sample pixels at flow, clamped. Source: nihui/rife-ncnn-vulkan, src/warp.cpp."""
    return warped(image, flow)


@from_inputs
def build_warp(builder: Builder, image: SSAValue, flow: SSAValue) -> SSAValue:
    """Build `ncnn.warp`."""
    return builder.warp(image, flow)


def warp_or_zero(params: LayerParams, image: np.ndarray, flow: np.ndarray) -> np.ndarray:
    """Sample at flow, or 0. Source: nihui/dain-ncnn-vulkan, src/opticalflowwarp.cpp."""
    return warped(image, flow, zeros_outside=True)


@from_inputs
def build_warp_or_zero(builder: Builder, image: SSAValue, flow: SSAValue) -> SSAValue:
    """Build `ncnn.warp zeros_outside`."""
    return builder.warp(image, flow, zeros_outside=True)


# Flow, then image ---------------------------------------------------------------------------------


def shape_of_second(params: LayerParams, flow: Shape, image: Shape) -> Shape:
    """Shapes: flow `2,h,w` and image `c,h,w` to `c,h,w`. Raises: ShapeError for others."""
    return output_shape(params, image, flow)


def warp_second(params: LayerParams, flow: np.ndarray, image: np.ndarray) -> np.ndarray:
    """Warp the second input. Source: nihui/ifrnet-ncnn-vulkan, src/warp.cpp."""
    return warped(image, flow)


@from_inputs
def build_warp_of_second(builder: Builder, flow: SSAValue, image: SSAValue) -> SSAValue:
    """Build `ncnn.warp`."""
    return builder.warp(image, flow)


LAYERS = (
    ContribLayer("rife.Warp", output_shape, warp, (), build_warp, "nihui/rife-ncnn-vulkan"),
    ContribLayer(
        "ifrnet.Warp",
        shape_of_second,
        warp_second,
        (),
        build_warp_of_second,
        "nihui/ifrnet-ncnn-vulkan",
    ),
    ContribLayer(
        "dain.OpticalFlowWarp",
        output_shape,
        warp_or_zero,
        (),
        build_warp_or_zero,
        "nihui/dain-ncnn-vulkan",
    ),
)
