"""Mask2Former's attention: to places of several images, and to the pixels of predicted masks."""

from __future__ import annotations

import numpy as np
from xdsl.ir import SSAValue

from ..custom_layers import LayerParams
from ..ncnn.internal.deformable_attention import deformable_attention_shape
from ..ncnn.shapes import Shape
from .layer import Builder, ContribLayer, check_rank, from_inputs, refused

PROJECT = "FeiGeChuanShu/Mask2Former-ncnn"
QUERIES = 100
HEADS = 8
"""The program has both as constants."""
BELOW_HALF = float(np.nextafter(np.float32(0.5), np.float32(0)))
"""The largest number below 0.5."""


# Masks of attention -------------------------------------------------------------------------------


def output_shape(params: LayerParams, masks: Shape) -> Shape:
    """Shapes: `q,h,w`, up to 100 queries, to `8,100,h*w`. Raises: InvalidLayerError for more."""
    check_rank("input", masks, 3)
    queries, height, width = masks
    if queries > QUERIES:
        raise refused(f"input has {queries} queries, at most {QUERIES} are possible")
    return (HEADS, QUERIES, height * width)


def attention_mask(params: LayerParams, masks: np.ndarray) -> np.ndarray:
    """
    Compute what is added to the scores of attention, the same for each of 8 heads.

    It is 0 for the pixels whose mask is at least 0.5, and -infinity for the others. A query
    without such pixels attends to all. Queries that are not given are -infinity.

    Source: FeiGeChuanShu/Mask2Former-ncnn, src/mask2former.cpp, `gen_attn`.
    """
    chosen = masks.reshape(masks.shape[0], -1) >= 0.5
    rows = np.full((QUERIES, chosen.shape[1]), -np.inf, np.float32)
    rows[: len(chosen)][chosen | ~chosen.any(1, keepdims=True)] = 0
    return np.repeat(rows[None], HEADS, 0)


@from_inputs
def build_attention_mask(builder: Builder, masks: SSAValue) -> SSAValue:
    """Build the logarithm of 1 where a query attends, and of 0 elsewhere."""
    queries, height, width = builder.shape(masks)
    pixels = builder.reshape(masks, (queries, height * width))
    chosen = builder.layer("Threshold", [pixels], {0: BELOW_HALF})
    none = builder.scalar("rsub", builder.reduce("max", chosen, [1]), 1.0)
    rows = builder.unary("log", builder.binary("max", chosen, none))
    if queries < QUERIES:
        missing = np.full((QUERIES - queries, height * width), -np.inf, np.float32)
        rows = builder.concat([rows, builder.array(missing)], 0)
    head = builder.reshape(rows, (1, QUERIES, height * width))
    return builder.concat([head] * HEADS, 0)


# Attention to places ------------------------------------------------------------------------------


def attention_output(
    params: LayerParams, sizes: Shape, values: Shape, weights: Shape, x: Shape, y: Shape
) -> Shape:
    """Shapes: as `deformable_attention`, to `q,heads*d`. Raises: ShapeError for others."""
    return deformable_attention_shape(sizes, values, weights, x, y)


def deformable_attention(
    params: LayerParams,
    sizes: np.ndarray,
    values: np.ndarray,
    weights: np.ndarray,
    x: np.ndarray,
    y: np.ndarray,
) -> np.ndarray:
    """
    Sum bilinear samples at `p` places of each of `l` images, weighted, for each query and head.

    Shapes: sizes `l,2` (heights and widths), values `n,heads,d` (the cells of all images by rows),
    weights and places `q,heads,l,p`. 0 and 1 are the sides of an image; outside is zero.

    Source: FeiGeChuanShu/Mask2Former-ncnn, src/mask2former.cpp, `ms_attn`.
    """
    return attended(sizes, values, weights, x, y)


def attended(
    sizes: np.ndarray, values: np.ndarray, weights: np.ndarray, x: np.ndarray, y: np.ndarray
) -> np.ndarray:
    """Sum weighted samples; see `deformable_attention`."""
    queries, heads, levels, points = x.shape
    cells = len(values)
    shares = weights.reshape(x.shape)
    whole = np.clip(np.trunc(np.nan_to_num(sizes.reshape(levels, 2), nan=0)), 0, cells)
    result = np.zeros((queries, heads, values.shape[2]), np.float32)
    head = np.arange(len(x[0]))
    for level, point in np.ndindex(levels, points):
        height, width = whole[level].astype(np.float32)
        first = np.float32(np.prod(whole[:level], 1).sum())
        with np.errstate(all="ignore"):
            row = y[:, :, level, point] * height - np.float32(0.5)
            column = x[:, :, level, point] * width - np.float32(0.5)
            top, left = np.floor(row), np.floor(column)
            for i, j in np.ndindex(2, 2):
                across, down = left + j, top + i
                cell = first + down * width + across
                exists = (across >= 0) & (across < width) & (down >= 0) & (down < height)
                exists &= cell < cells
                number = np.where(exists, cell, 0).astype(np.int64)
                share = (1 - abs(row - down)) * (1 - abs(column - across))
                share = share * shares[:, :, level, point]
                read = values[number, head] * share[..., None]
                result += np.where(exists[..., None], read, 0)
    return result.reshape(queries, -1)


@from_inputs
def build_deformable_attention(builder: Builder, *inputs: SSAValue) -> SSAValue:
    """Build `ncnn.deformable_attention`."""
    return builder.deformable_attention(*inputs)


LAYERS = (
    ContribLayer("gen_attn", output_shape, attention_mask, (), build_attention_mask, PROJECT),
    ContribLayer(
        "ms_attn", attention_output, deformable_attention, (), build_deformable_attention, PROJECT
    ),
)
