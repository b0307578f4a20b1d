"""Small networks on pieces of sequences, whose inputs hold what earlier pieces left."""

from __future__ import annotations

from tests.helpers.sequence_networks import HEADS, MOST, WIDTH, Layers

CONTEXT, WINDOW = 16, 8
"""Rows of earlier pieces that are attended to; frames of a window."""


def last(n: Layers, x: str, count: int, axis: int) -> str:
    """The end of a blob, which is what the next piece needs of it."""
    return n.one("Crop", x, f"-23309=1,-{count} -23310=1,2147483647 -23311=1,{axis}")


def streaming_zipformer() -> str:
    """
    A layer of a zipformer: y0 of frames; y1 to y4 are the next keys, values, frames before the
    windows and sum of all rows.
    """
    n = Layers("frames", "keys", "values", "before", "sum")
    x = n.linear("frames", WIDTH, 24)
    sums = n.add_up(n.one("CumulativeSum", x, "0=0"), "sum")
    x = n.add_up(x, n.times(sums, n.table(1, WIDTH)))
    keys, values = (
        n.one("Concat", [past, n.linear(x, WIDTH)], "0=0") for past in ("keys", "values")
    )
    queries = n.heads(n.linear(x, WIDTH))
    table = n.table(2 * MOST - 1 + CONTEXT, WIDTH)
    distances = n.crop(table, x, f"-({MOST},1h)", f"+({MOST - 1 + CONTEXT},1h)", "0")
    by_distance = n.one("MatMul", [queries, n.heads(n.linear(distances, WIDTH))], "0=1")
    by_key = n.one("MatMul", [queries, n.heads(keys)], "0=1")
    scores = n.add_up(by_key, n.relative_to_absolute(by_distance, keys))
    weights = n.one("Softmax", scores, "0=2 1=1")
    mixed = n.from_heads(n.one("MatMul", [weights, n.heads(values)]))
    x = n.add_up(x, n.linear(mixed, WIDTH))
    gated = n.one("GLU", n.one("Permute", n.linear(x, 2 * WIDTH), "0=1"), "0=0")
    frames = n.one("Concat", ["before", gated], "0=1")
    params = f"0={WIDTH} 1={WINDOW} 5=1 6={WIDTH * WINDOW} 7={WIDTH}"
    moved = n.one("Swish", n.one("ConvolutionDepthWise1D", frames, params))
    x = n.add_up(x, n.linear(n.one("Permute", moved, "0=1"), WIDTH))
    ends = last(n, keys, CONTEXT, 0), last(n, values, CONTEXT, 0), last(n, frames, WINDOW - 1, 1)
    return n.text(n.norm(x), *ends, last(n, sums, 1, 0))


def translator() -> str:
    """
    A decoder's layer: y0 of words; y1 and y2 are keys and values of words, y3 and y4 those of the
    encoder's rows, which are made once.
    """
    n = Layers("ids", "rows", "keys", "values", "row_keys", "row_values")
    params = f"0={WIDTH} 1={HEADS} 2={WIDTH * WIDTH} 3={WIDTH} 4={WIDTH} 7=1"
    x = n.one("Embed", "ids", f"0={WIDTH} 1=50 2=0 3={50 * WIDTH}")
    attended, *caches = n.add("MultiHeadAttention", [n.norm(x), "keys", "values"], params, 3)
    x = n.add_up(x, attended)
    inputs = [n.norm(x), "rows", "row_keys", "row_values"]
    attended, *row_caches = n.add("MultiHeadAttention", inputs, params, 3)
    x = n.add_up(x, attended)
    x = n.add_up(x, n.feed_forward(n.norm(x)))
    return n.text(n.linear(n.norm(x), 50), *caches, *row_caches)
