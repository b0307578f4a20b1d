"""Mask2Former's masks of attention: every query attends to the pixels of the mask it predicted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from xdsl.ir import SSAValue

from ..custom_layers import LayerParams
from ..ncnn.base import Shape
from .layer import Builder, ContribLayer, check_rank, refused

QUERIES = 100
HEADS = 8
"""The program has both as constants."""
BELOW_HALF = float(np.nextafter(np.float32(0.5), np.float32(0)))
"""What is above is at least 0.5."""


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


def build_attention_mask(
    builder: Builder,
    params: LayerParams,
    inputs: Sequence[SSAValue],
    weights: Mapping[str, SSAValue],
) -> SSAValue:
    """Build the logarithm of 1 where a query attends, and of 0 elsewhere."""
    (masks,) = inputs
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


LAYERS = (
    ContribLayer(
        "gen_attn",
        output_shape,
        attention_mask,
        (),
        build_attention_mask,
        "FeiGeChuanShu/Mask2Former-ncnn",
    ),
)
