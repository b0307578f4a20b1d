"""A layer of the Zipformer encoder, as it runs on sound that is still coming in."""

from __future__ import annotations

from ..converted.builder import Blob, ConvertedNetwork
from .blocks import part

CHUNK, BEFORE, WIDTH = 8, 16, 24
HEADS, KEY, VALUE, POSITION = 4, 8, 6, 4
KERNEL = 5


def swoosh(net: ConvertedNetwork, x: Blob, offset: float, shift: float) -> Blob:
    """`log(1 + exp(x - offset)) - 0.08 * x - shift`"""
    y = net.add("BinaryOp", x, {0: 1, 1: 1, 2: offset}, "sub")
    y = net.add("Softplus", y, name="softplus")
    y = net.binary(1, y, net.scaled(x, 0.08))
    return net.add("BinaryOp", y, {0: 1, 1: 1, 2: shift}, "sub")


def feed_forward(net: ConvertedNetwork, x: Blob) -> Blob:
    """SwooshL between two products."""
    y = swoosh(net, net.linear(x, 2 * WIDTH), 4.0, 0.035)
    return net.binary(0, x, net.linear(y, WIDTH))


def bias_norm(net: ConvertedNetwork, x: Blob) -> Blob:
    """Each row by the length of its distance to a learned point."""
    y = net.binary(1, x, net.random_constant(1, WIDTH, scale=0.1))
    square = net.add("UnaryOp", y, {0: 4}, "square")
    mean = net.add("Reduction", square, {0: 3, 1: 0, 3: (1,), 4: 1, 5: 1}, "mean")
    scale = net.add("UnaryOp", mean, {0: 6}, "rsqrt")
    return net.binary(2, x, net.scaled(scale, 1.1))


def attention_weights(net: ConvertedNetwork, x: Blob, cache: Blob) -> tuple[Blob, Blob]:
    """
    Return the attention weights by head, and the keys to cache.

    Scores are products of queries and keys, and of others with embedded distances.
    """
    sizes = (HEADS * KEY, HEADS * KEY, -233)
    projected = net.linear(x, 2 * HEADS * KEY + HEADS * POSITION)
    query, key, place = net.add_many("Slice", projected, {0: sizes, 1: 1}, "split", 3)
    keys = net.concat(cache, key)
    kept = part(net, keys, CHUNK, CHUNK + BEFORE)
    count = BEFORE + CHUNK
    query = net.permute(net.reshape(query, CHUNK, HEADS, KEY), 2)
    keys = net.permute(net.permute(net.reshape(keys, count, HEADS, KEY), 2), 1)
    place = net.permute(net.reshape(place, CHUNK, HEADS, POSITION), 2)
    distances = net.random_constant(HEADS, POSITION, count)
    scores = net.binary(0, net.add("MatMul", [query, keys]), net.add("MatMul", [place, distances]))
    return net.softmax(scores, 2), kept


def self_attention(net: ConvertedNetwork, x: Blob, weights: Blob, cache: Blob) -> tuple[Blob, Blob]:
    """The values of the moments, weighed; and those to keep."""
    values = net.concat(cache, net.linear(x, HEADS * VALUE))
    kept = part(net, values, CHUNK, CHUNK + BEFORE)
    values = net.permute(net.reshape(values, BEFORE + CHUNK, HEADS, VALUE), 2)
    y = net.permute(net.add("MatMul", [weights, values]), 2)
    return net.linear(net.reshape(y, CHUNK, HEADS * VALUE), WIDTH), kept


def convolution(net: ConvertedNetwork, x: Blob, cache: Blob) -> tuple[Blob, Blob]:
    """A gated filter over moments; and what the next chunk's filter begins with."""
    y, gate = net.slices(net.linear(x, 2 * WIDTH), 2, 1)
    y = net.permute(net.binary(2, y, net.add("Sigmoid", gate)), 1)
    y = net.concat(cache, y, axis=1)
    kept = part(net, y, CHUNK, CHUNK + KERNEL - 1, 1)
    window = {0: WIDTH, 1: KERNEL, 5: 1, 6: WIDTH * KERNEL, 7: WIDTH}
    y = net.permute(net.add("ConvolutionDepthWise1D", y, window, "convdw1d"), 1)
    return net.linear(swoosh(net, y, 1.0, 0.313261687), WIDTH), kept


def bypass(net: ConvertedNetwork, before: Blob, x: Blob) -> Blob:
    """Between what went in and what came out, by a learned share of each channel."""
    change = net.binary(1, x, before)
    return net.binary(0, before, net.binary(2, change, net.random_constant(1, WIDTH)))


def zipformer(net: ConvertedNetwork) -> None:
    """Yao et al., "Zipformer", 2024, with the caches of its streaming form."""
    source = net.input(CHUNK, WIDTH)
    keys = net.input(BEFORE, HEADS * KEY)
    values = [net.input(BEFORE, HEADS * VALUE) for _ in range(2)]
    sounds = [net.input(WIDTH, KERNEL - 1) for _ in range(2)]
    x = feed_forward(net, source)
    weights, kept = attention_weights(net, source, keys)
    caches = [kept]
    for cache, sound in zip(values, sounds, strict=True):
        y, kept = self_attention(net, x, weights, cache)
        x = net.binary(0, x, y)
        caches.append(kept)
        y, kept = convolution(net, x, sound)
        x = feed_forward(net, net.binary(0, x, y))
        caches.append(kept)
    net.output(bypass(net, source, bias_norm(net, x)))
    for cache in caches:
        net.output(cache)
