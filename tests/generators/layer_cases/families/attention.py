"""Attention."""

from __future__ import annotations

import numpy as np

from ...network import Value
from ..case import GENERATORS, LayerCase, Storage, Weight, raw, tagged
from ..draws import Draws
from ..tolerance import ARITHMETIC, Tolerance
from .parts import divisors, given

ATTENTION = Tolerance("sums of weights that are quotients", relative=2e-5, of_largest=1e-5)
INT8 = Tolerance("activations that are rounded to 8 bits, some otherwise", 0.02, 0.02)
SEQUENCES = (1, 2, 3, 5, 8, 13, 17)


@GENERATORS.add(ARITHMETIC, "RotaryEmbed")
def rotary_embed(d: Draws, layer: str) -> LayerCase:
    """
    Pairs side by side, or halves of rows; inputs of one to three axes.

    Angles have a column for each pair, or for each cell (which counts for halves), or more columns
    and rows than that.
    """
    pairs, words, heads = d.choice((1, 2, 3, 4, 8, 9, 16)), d.choice(SEQUENCES), d.integer(1, 5)
    rank = d.choice((3, 2, 1))
    words = 1 if rank == 1 else words
    x = d.uniform((heads, words, 2 * pairs)[-rank:])
    columns = d.choice((pairs, 2 * pairs, pairs + 1, 2 * pairs + 1))
    rows = words + d.choice((0, 0, 2))
    shape = d.choice(((rows, columns), (rows, columns), (1, rows, columns)))
    if rows == 1 and d.chance(50):
        shape = (columns,)
    angles = [d.uniform(shape, -1, 1) for _ in range(2)]
    return LayerCase(layer, (x, *angles), given(d, {0: d.choice((0, 1))}, 80))


def mask(d: Draws, heads: int, rows: int, columns: int) -> np.ndarray:
    """One for all heads, of rank 2 or 3, or for each; where it is very low nothing is seen."""
    shape = d.choice(((rows, columns), (heads, rows, columns), (1, rows, columns)))
    values = d.uniform(shape)
    hidden = d.generator().random(shape) < 0.3
    hidden[..., 0] = False
    return np.where(hidden, np.float32(-60000), values) if d.chance(50) else values


@GENERATORS.add(ATTENTION, "SDPA")
def sdpa(d: Draws, layer: str) -> LayerCase:
    """Heads that share keys and values, masks, scales."""
    groups = d.choice((1, 2, 3))
    heads = groups * d.choice((1, 2, 4))
    rows, columns = d.choice(SEQUENCES), d.choice(SEQUENCES)
    past = d.choice((1, 2, 7)) if d.chance(25) else 0
    size, value_size = (d.choice((1, 3, 4, 8, 13, 16, 17)) for _ in range(2))
    shapes = (heads, rows, size), (groups, columns, size), (groups, columns, value_size)
    inputs = [d.uniform(shape) for shape in shapes]
    params = given(d, {6: d.choice((0.5, 0.1, 1.0))})
    if d.chance(50):
        params[5] = 1
        inputs.append(mask(d, heads, rows, past + columns))
    if past:
        params[7] = 1
        inputs += [d.uniform((groups, past, size)), d.uniform((groups, past, value_size))]
    quantized = d.chance(20)
    if quantized:
        params[18] = 2
    tolerance = INT8 if quantized else None
    return LayerCase(layer, tuple(inputs), params, tops=3 if past else 1, tolerance=tolerance)


@GENERATORS.add(ATTENTION, "MultiHeadAttention")
def multi_head_attention(d: Draws, layer: str) -> LayerCase:
    """Self-attention and others, masks, scales, weights of 8 bits."""
    embedding = d.choice((4, 1, 2, 6, 8, 12, 15, 16))
    heads = d.choice(divisors(embedding))
    query = d.choice((embedding, 3, 5, 8, 17))
    form = d.integer(1, 3)
    key = query if form == 1 else d.choice((embedding, 3, 8))
    value = key if form < 3 else d.choice((embedding, 5, 8))
    rows = d.choice(SEQUENCES)
    columns = rows if form == 1 else d.choice(SEQUENCES)
    inputs = [d.uniform((rows, query)), d.uniform((columns, key)), d.uniform((columns, value))]
    inputs = inputs[:form]
    past = d.choice((1, 2, 7)) if d.chance(20) else 0
    params: dict[int, Value] = {0: embedding, 1: heads, 2: embedding * query, 3: key, 4: value}
    params |= given(d, {6: d.choice((0.5, 0.175))}, 40)
    if d.chance(50):
        params[5] = 1
        keys = past if past and form > 1 else past + columns
        inputs.append(mask(d, heads, rows, keys))
    if past:
        params[7] = 1
        inputs += [d.uniform((heads, past, embedding // heads)) for _ in range(2)]
    shapes = (embedding, query), (embedding, key), (embedding, value), (query, embedding)
    quantized = d.chance(20)
    weights: list[Weight] = []
    for shape in shapes:
        if quantized:
            integers = d.integers(shape, -127, 127).astype(np.int8)
            weights.append(Weight(integers, Storage.INT8))
        else:
            weights.append(tagged(d, d.uniform(shape, -0.6, 0.6)))
        weights.append(raw(d.uniform(shape[:1])))
    if quantized:
        params[18] = 2
        weights += [raw(d.uniform((embedding,), 200, 300)) for _ in range(3)]
        weights.append(raw(d.uniform((1,), 200, 300)))
    tolerance = INT8 if quantized else None
    tops = 3 if past else 1
    return LayerCase(layer, tuple(inputs), params, tuple(weights), tops, tolerance)
