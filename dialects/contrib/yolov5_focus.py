"""YOLOv5's first layer: every 2x2 cell of pixels becomes one pixel of four times the channels."""

from __future__ import annotations

import numpy as np
from xdsl.ir import SSAValue

from ..custom_layers import LayerParams
from ..ncnn.shapes import Shape
from .layer import Builder, ContribLayer, check_rank, from_inputs, refused

CELLS = ((0, 0), (1, 0), (0, 1), (1, 1))
"""Row and column of the pixel of a cell that each group of output channels holds."""
CHANNELS_LAST = 1
"""Mode of Reorg: groups of channels by row, then column, of the pixel in its cell."""


def output_shape(params: LayerParams, x: Shape) -> Shape:
    """Shapes: `c,h,w` to `4c,h/2,w/2`. Raises: InvalidLayerError for odd extents."""
    check_rank("input", x, 3)
    channels, height, width = x
    if height % 2 or width % 2:
        raise refused(f"input has {height}x{width} pixels, both extents must be even")
    return (4 * channels, height // 2, width // 2)


def focus(params: LayerParams, x: np.ndarray) -> np.ndarray:
    """Output channel p reads channel p % c, row (p / c) % 2 and column (p / c) / 2 of a cell."""
    return np.concatenate([x[:, row::2, column::2] for row, column in CELLS])


@from_inputs
def build_focus(builder: Builder, x: SSAValue) -> SSAValue:
    """Build Reorg, whose groups go by row first, and swap the two groups in the middle."""
    channels = builder.shape(x)[0]
    cells = builder.layer("Reorg", [x], {0: 2, 1: CHANNELS_LAST})
    places = [2 * row + column for row, column in CELLS]
    groups = [builder.slice(cells, 0, p * channels, (p + 1) * channels) for p in places]
    return builder.concat(groups, 0)


LAYERS = tuple(
    ContribLayer(type, output_shape, focus, (), build_focus, project)
    for type, project in (
        ("YoloV5Focus", "Tencent/ncnn"),
        ("YOLOv5Focus", "nihui/ncnn-android-yolov5"),
    )
)
