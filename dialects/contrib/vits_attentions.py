"""Layers of VITS's text encoder: embedding, attention with relative positions, shapes."""

from __future__ import annotations

from math import sqrt

import numpy as np
from xdsl.ir import SSAValue

from ..custom_layers import LayerParams
from ..ncnn.shapes import Shape
from .layer import (
    Builder,
    ContribLayer,
    check_rank,
    from_inputs,
    matrix_shape,
    refused,
)
from .relative_positions import (
    POSITIONS,
    build_to_places,
    build_to_positions,
    to_places,
    to_positions,
)
from .vits_modules import PROJECT, as_matrix

MASKED = -1e4
"""Score of masked elements."""


# attentions.Attention ---------------------------------------------------------------------------


def attention_shape(
    params: LayerParams,
    key_table: Shape,
    value_table: Shape,
    mask: Shape,
    key: Shape,
    query: Shape,
    value: Shape,
) -> Shape:
    """Shapes: tables `9,k`, a mask `1,1,t`, and `heads*k,t` three times to `heads*k,t`."""
    positions, width = matrix_shape("table of keys", key_table)
    if positions != POSITIONS or matrix_shape("table of values", value_table) != (positions, width):
        raise refused(f"tables must both be {POSITIONS} rows, not {key_table} and {value_table}")
    size, length = matrix_shape("query", query)
    if size % width or not matrix_shape("key", key) == matrix_shape("value", value) == (
        size,
        length,
    ):
        raise refused(f"query {query}, key {key} and value {value} do not fit heads of {width}")
    if matrix_shape("mask", mask) != (1, length):
        raise refused(f"a mask of {mask} does not fit {length} places")
    return (size, length)


def attention(
    params: LayerParams,
    key_table: np.ndarray,
    value_table: np.ndarray,
    mask: np.ndarray,
    key: np.ndarray,
    query: np.ndarray,
    value: np.ndarray,
) -> np.ndarray:
    """Self-attention with embeddings of relative positions (Shaw et al., 2018), window 4."""
    width = key_table.shape[-1]
    size, length = query.shape[-2:]
    query, key, value = (
        blob.reshape(size // width, width, length).transpose(0, 2, 1)
        for blob in (query, key, value)
    )
    query = query / np.float32(sqrt(width))
    tables = [table.reshape(POSITIONS, width) for table in (key_table, value_table)]
    scores = query @ key.transpose(0, 2, 1) + to_places(query @ tables[0].T)
    row = mask.reshape(1, length)
    scores = np.where(row.T * row == 0, np.float32(MASKED), scores)
    shares = np.exp(scores - scores.max(-1, keepdims=True))
    shares = shares / shares.sum(-1, keepdims=True)
    y = shares @ value + to_positions(shares) @ tables[1]
    return y.transpose(0, 2, 1).reshape(size, length)


@from_inputs
def build_attention(builder: Builder, *blobs: SSAValue) -> SSAValue:
    """Build products, and rows that are shifted between places and relative positions."""
    b = builder
    key_table, value_table, mask, key, query, value = (as_matrix(b, blob) for blob in blobs)
    width, (size, length) = b.shape(key_table)[1], b.shape(query)
    key, query, value = (
        b.permute(b.reshape(blob, (size // width, width, length)), (0, 2, 1))
        for blob in (key, query, value)
    )
    query = b.scalar("mul", query, 1 / sqrt(width))
    scores = b.matmul(query, key, transpose_b=True)
    near = build_to_places(b, _times_table(b, query, key_table, True))
    scores = _masked(b, b.binary("add", scores, near), mask)
    shares = b.softmax(scores, 2)
    far = _times_table(b, build_to_positions(b, shares), value_table, False)
    y = b.binary("add", b.matmul(shares, value), far)
    return b.reshape(b.permute(y, (0, 2, 1)), (size, length))


def _times_table(b: Builder, x: SSAValue, table: SSAValue, transpose: bool) -> SSAValue:
    """Return the product of all heads with one table."""
    heads, length, depth = b.shape(x)
    y = b.matmul(b.reshape(x, (heads * length, depth)), table, transpose)
    return b.reshape(y, (heads, length, b.shape(y)[1]))


def _masked(b: Builder, scores: SSAValue, mask: SSAValue) -> SSAValue:
    """Return scores, and `MASKED` for pairs of places of which one has a mask of 0."""
    length = b.shape(mask)[1]
    row = b.layer("Threshold", [b.unary("abs", mask)], {0: 0.0})
    kept = b.binary("mul", b.reshape(row, (1, length, 1)), b.reshape(row, (1, 1, length)))
    penalty = b.scalar("mul", b.scalar("sub", kept, 1.0), -MASKED)
    return b.binary("add", b.binary("mul", scores, kept), penalty)


# attentions.ExpandDim, attentions.SamePadding ---------------------------------------------------


def image_shape(params: LayerParams, x: Shape, like: Shape) -> Shape:
    """Shapes: `h,w` to `1,h,w`; the second input is not read."""
    return (1, *matrix_shape("input", x))


def expand_dim(params: LayerParams, x: np.ndarray, like: np.ndarray) -> np.ndarray:
    """A matrix as an image of one channel."""
    return x.reshape(1, *x.shape[-2:])


@from_inputs
def build_expand_dim(builder: Builder, x: SSAValue, like: SSAValue) -> SSAValue:
    """Build a Reshape."""
    return builder.reshape(x, (1, *builder.shape(x)[-2:]))


def padded_shape(params: LayerParams, x: Shape) -> Shape:
    """Shapes: `h,w`, or `1,h,w`, to `h,w+2`."""
    height, width = matrix_shape("input", x)
    return (height, width + 2)


def same_padding(params: LayerParams, x: np.ndarray) -> np.ndarray:
    """A zero before and behind each row, for a kernel of three."""
    return np.pad(x.reshape(x.shape[-2:]), ((0, 0), (1, 1)))


@from_inputs
def build_same_padding(builder: Builder, x: SSAValue) -> SSAValue:
    """Build a Padding."""
    height, width = builder.shape(x)[-2:]
    x = builder.reshape(x, (1, height, width))
    return as_matrix(builder, builder.pad(x, "constant", (0, 0, 1), (0, 0, 1)))


# Embedding --------------------------------------------------------------------------------------


def embedded_shape(params: LayerParams, table: Shape, words: Shape) -> Shape:
    """Shapes: a table `rows,width` and a vector of n words to `n,width`."""
    check_rank("words", words, 1)
    return (words[0], matrix_shape("table", table)[1])


def embedding(params: LayerParams, table: np.ndarray, words: np.ndarray) -> np.ndarray:
    """The row of each word; words outside of the table stand for the nearest row."""
    rows = np.clip(np.nan_to_num(words.reshape(-1)), 0, table.shape[-2] - 1).astype(np.int64)
    return table.reshape(table.shape[-2:])[rows]


@from_inputs
def build_embedding(builder: Builder, table: SSAValue, words: SSAValue) -> SSAValue:
    """Build a gather of rows."""
    return builder.gather_rows(as_matrix(builder, table), words)


LAYERS = tuple(
    ContribLayer(type, shape, reference, (), lowering, PROJECT)
    for type, shape, reference, lowering in (
        ("attentions.Attention", attention_shape, attention, build_attention),
        ("attentions.ExpandDim", image_shape, expand_dim, build_expand_dim),
        ("attentions.SamePadding", padded_shape, same_padding, build_same_padding),
        ("Embedding", embedded_shape, embedding, build_embedding),
    )
)
