"""Layers of language and speech models: masks of causal attention, products, positions."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt

import numpy as np
from xdsl.ir import SSAValue

from ..custom_layers import LayerParams
from ..ncnn.shapes import Shape
from .layer import Builder, ContribLayer, WeightOperands, check_rank, from_inputs, refused

DIVISOR = 8.0
"""By this DivTrilWhere divides: the root of the width of GPT-2's heads."""
LATER_GPT2 = -1e4
LATER_TRANSFORMER = -1e7
"""Scores of later places, per project."""
WAVES = 128
"""PositionalEncoding's wave lengths are for a width of twice this, whatever the blob's is."""
LONGEST = 10000.0


def image_shape(params: LayerParams, x: Shape) -> Shape:
    """Shapes: `c,h,w` to the same; a matrix becomes an image of one channel."""
    check_rank("input", x, 2, 3)
    return (1,) * (3 - len(x)) + x


def causal(x: np.ndarray, later: float) -> np.ndarray:
    """Return scores in which those of later places (columns right of the row) are replaced."""
    x = x.reshape(image_shape({}, x.shape))
    is_later = np.triu(np.ones(x.shape[1:], bool), 1)
    return np.where(is_later, np.float32(later), x)


def build_causal(builder: Builder, x: SSAValue, later: float) -> SSAValue:
    """Build minimum and maximum with constants, which replace infinite scores too."""
    shape = image_shape({}, builder.shape(x))
    is_later = np.triu(np.ones((1, *shape[1:]), bool), 1)
    x = builder.reshape(x, shape)
    x = builder.binary("min", x, builder.array(np.where(is_later, later, np.inf)))
    return builder.binary("max", x, builder.array(np.where(is_later, later, -np.inf)))


# DivTrilWhere, TransformerMask ------------------------------------------------------------------


def div_tril_where(params: LayerParams, x: np.ndarray) -> np.ndarray:
    """An eighth of each score, -10000 for later places."""
    return causal(x / np.float32(DIVISOR), LATER_GPT2)


@from_inputs
def build_div_tril_where(builder: Builder, x: SSAValue) -> SSAValue:
    """Build a product and the mask."""
    return build_causal(builder, builder.scalar("mul", x, 1 / DIVISOR), LATER_GPT2)


def transformer_mask(params: LayerParams, x: np.ndarray) -> np.ndarray:
    """The scores, -1e7 for later places."""
    return causal(x, LATER_TRANSFORMER)


@from_inputs
def build_transformer_mask(builder: Builder, x: SSAValue) -> SSAValue:
    """Build the mask."""
    return build_causal(builder, x, LATER_TRANSFORMER)


# TransformerGemm --------------------------------------------------------------------------------


def product_shape(params: LayerParams, a: Shape, b: Shape) -> Shape:
    """Shapes: `c,m,k` and `c,k,n` to `c,m,n`; a matrix is an image of one channel."""
    (channels, rows, depth), (others, inner, columns) = (image_shape({}, s) for s in (a, b))
    if channels != others or depth != inner:
        raise refused(f"matrices of {a} and {b} cannot be multiplied")
    return (channels, rows, columns)


def product(params: LayerParams, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The product of two matrices, channel by channel."""
    return a.reshape(image_shape({}, a.shape)) @ b.reshape(image_shape({}, b.shape))


@from_inputs
def build_product(builder: Builder, *inputs: SSAValue) -> SSAValue:
    """Build a MatMul."""
    a, b = (builder.reshape(x, image_shape({}, builder.shape(x))) for x in inputs)
    return builder.matmul(a, b)


# PositionalEncoding -----------------------------------------------------------------------------


def feature_size(params: LayerParams) -> int:
    """Return the size whose root scales the input. Raises: InvalidLayerError."""
    size = params.get(0, 0)
    if not isinstance(size, int) or size < 1:
        raise refused(f"feature size (0) is {size}, must be positive")
    return size


def encoded_shape(params: LayerParams, x: Shape) -> Shape:
    """Shapes: `t,c` to the same, c even."""
    check_rank("input", x, 2)
    feature_size(params)
    if x[1] % 2:
        raise refused(
            f"input has {x[1]} columns, but needs an even number: half sines, half cosines"
        )
    return x


def waves(shape: Shape) -> np.ndarray:
    """Return the sines and then the cosines of each place, places counted from 1."""
    length, width = shape
    step = np.float32(-log(LONGEST) / (WAVES - 1))
    scales = np.exp(np.arange(width // 2, dtype=np.float32) * step)
    angles = np.arange(1, length + 1, dtype=np.float32)[:, None] * scales
    return np.concatenate([np.sin(angles), np.cos(angles)], 1).astype(np.float32)


def encode(params: LayerParams, x: np.ndarray) -> np.ndarray:
    """The input times the root of the feature size, plus sines and cosines of the place."""
    return x * np.float32(sqrt(feature_size(params))) + waves(x.shape)


def build_encoding(
    builder: Builder, params: LayerParams, inputs: Sequence[SSAValue], weights: WeightOperands
) -> SSAValue:
    """Build a product and the sum with a constant."""
    scaled = builder.scalar("mul", inputs[0], sqrt(feature_size(params)))
    return builder.binary("add", scaled, builder.array(waves(builder.shape(inputs[0]))))


TRANSFORMER, GPT2 = "DayBreak-u/Transformer_ncnn", "EdVince/GPT2-ChineseChat-NCNN"
LAYERS = (
    ContribLayer("DivTrilWhere", image_shape, div_tril_where, (), build_div_tril_where, GPT2),
    ContribLayer(
        "TransformerMask", image_shape, transformer_mask, (), build_transformer_mask, TRANSFORMER
    ),
    ContribLayer("TransformerGemm", product_shape, product, (), build_product, TRANSFORMER),
    ContribLayer(
        "PositionalEncoding",
        encoded_shape,
        encode,
        (),
        build_encoding,
        "FeiGeChuanShu/FunASR-demo-ncnn",
    ),
)
