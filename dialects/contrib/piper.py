"""piper's text encoder and duration predictor: scores by relative position, and a spline."""

from __future__ import annotations

from itertools import pairwise
from math import prod, sqrt

import numpy as np
from xdsl.ir import SSAValue

from ..custom_layers import LayerParams
from ..ncnn.shapes import Shape
from .layer import Builder, ContribLayer, check_rank, from_inputs, matrix_shape, refused
from .rational_quadratic import build_inverse_spline, inverse_spline
from .relative_positions import (
    POSITIONS,
    build_to_places,
    build_to_positions,
    check_positions,
    to_places,
    to_positions,
)

BINS = 10
"""Bins of the spline."""
PARAMETERS = 3 * BINS - 1
"""Widths, heights, and derivatives between bins."""
FILTER_CHANNELS = 192
"""By the root of this widths and heights are divided."""


def places_shape(params: LayerParams, x: Shape) -> Shape:
    """Shapes: `heads,length,9` to `heads,length,length`."""
    check_positions(x)
    return (x[0], x[1], x[1])


def positions_shape(params: LayerParams, x: Shape) -> Shape:
    """Shapes: `heads,length,length` to `heads,length,9`."""
    check_rank("input", x, 3)
    if x[1] != x[2]:
        raise refused(f"input has {x[1]}x{x[2]} scores, must be square")
    return (x[0], x[1], POSITIONS)


def place_scores(params: LayerParams, x: np.ndarray) -> np.ndarray:
    """Scores by relative position to scores by place: `relative_embeddings_k_module`."""
    return to_places(x)


def position_weights(params: LayerParams, x: np.ndarray) -> np.ndarray:
    """Weights by place to weights by relative position: `relative_embeddings_v_module`."""
    return to_positions(x)


def spline_shape(params: LayerParams, parameters: Shape, x: Shape) -> Shape:
    """Shapes: `n,29` (or `1,n,29`) and n values in any shape to that shape."""
    table = matrix_shape("first input", parameters)
    if table != (prod(x), PARAMETERS):
        given = "x".join(map(str, table))
        raise refused(f"first input is {given}, must be {prod(x)}x{PARAMETERS}")
    return x


def spline(params: LayerParams, parameters: np.ndarray, x: np.ndarray) -> np.ndarray:
    """The inverse spline of each value: `piecewise_rational_quadratic_transform_module`."""
    scale = np.float32(1 / sqrt(FILTER_CHANNELS))
    table = parameters.reshape(-1, PARAMETERS)
    widths, heights, derivatives = np.split(table, [BINS, 2 * BINS], 1)
    y = inverse_spline(x.reshape(-1), widths * scale, heights * scale, derivatives)
    return y.reshape(x.shape)


@from_inputs
def build_place_scores(builder: Builder, x: SSAValue) -> SSAValue:
    """Build reshapes of padded rows."""
    return build_to_places(builder, x)


@from_inputs
def build_position_weights(builder: Builder, x: SSAValue) -> SSAValue:
    """Build reshapes of padded rows."""
    return build_to_positions(builder, x)


@from_inputs
def build_spline(builder: Builder, parameters: SSAValue, x: SSAValue) -> SSAValue:
    """Build the spline of the three parts of the parameters."""
    shape = builder.shape(x)
    parameters = builder.reshape(parameters, (prod(shape), PARAMETERS))
    edges = (0, BINS, 2 * BINS, PARAMETERS)
    widths, heights, derivatives = (
        builder.slice(parameters, 1, start, end) for start, end in pairwise(edges)
    )
    scale = 1 / sqrt(FILTER_CHANNELS)
    y = build_inverse_spline(
        builder,
        builder.reshape(x, (prod(shape), 1)),
        builder.scalar("mul", widths, scale),
        builder.scalar("mul", heights, scale),
        derivatives,
    )
    return builder.reshape(y, shape)


PROJECT = "nihui/ncnn-android-piper"
LAYERS = (
    ContribLayer(
        "piper.train.vits.attentions.relative_embeddings_k_module",
        places_shape,
        place_scores,
        (),
        build_place_scores,
        PROJECT,
    ),
    ContribLayer(
        "piper.train.vits.attentions.relative_embeddings_v_module",
        positions_shape,
        position_weights,
        (),
        build_position_weights,
        PROJECT,
    ),
    ContribLayer(
        "piper.train.vits.modules.piecewise_rational_quadratic_transform_module",
        spline_shape,
        spline,
        (),
        build_spline,
        PROJECT,
    ),
)
