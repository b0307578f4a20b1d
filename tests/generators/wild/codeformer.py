"""CodeFormer: faces, restored."""

from __future__ import annotations

from math import sqrt

from ..converted.builder import Blob, ConvertedNetwork
from .blocks import attention, enlarged

WIDTH, CODES = 16, 24


def normalised(net: ConvertedNetwork, x: Blob) -> Blob:
    """GroupNorm and SiLU."""
    return net.add("Swish", net.add("GroupNorm", x, {0: 4, 1: x.shape[0], 2: 1e-6, 3: 1}, "gn"))


def residual(net: ConvertedNetwork, x: Blob, channels: int) -> Blob:
    """Two normalised convolutions and a shortcut."""
    y = net.convolution(normalised(net, x), channels, 3)
    y = net.convolution(normalised(net, y), channels, 3)
    return net.binary(0, y, x if x.shape[0] == channels else net.convolution(x, channels))


def attention_of_pixels(net: ConvertedNetwork, x: Blob) -> Blob:
    """One head between all pixels, queries, keys and values by convolutions."""
    channels, height, width = x.shape
    y = net.add("GroupNorm", x, {0: 4, 1: channels, 2: 1e-6, 3: 1}, "gn")
    query, key, value = (
        net.reshape(net.convolution(y, channels), channels, height * width) for _ in range(3)
    )
    scores = net.add("MatMul", [net.permute(query, 1), key])
    scores = net.softmax(net.scaled(scores, 1 / sqrt(channels)), 1)
    y = net.add("MatMul", [value, net.permute(scores, 1)])
    return net.binary(0, x, net.convolution(net.reshape(y, channels, height, width), channels))


def transformer(net: ConvertedNetwork, x: Blob) -> Blob:
    """A layer whose queries and keys have positions added, and whose values have not."""
    rows, width = x.shape
    y = net.layer_norm(x)
    placed = net.binary(0, y, net.random_constant(rows, width))
    query, key, value = (net.linear(z, width) for z in (placed, placed, y))
    y = attention(net, query, key, value, 4, 1 / sqrt(width // 4))
    x = net.binary(0, x, net.linear(y, width))
    y = net.linear(net.gelu(net.linear(net.layer_norm(x), 2 * width)), width)
    return net.binary(0, x, y)


def fused(net: ConvertedNetwork, features: Blob, x: Blob) -> Blob:
    """Apply the encoder's features as scale and shift of the decoder's."""
    y = residual(net, net.concat(features, x), x.shape[0])
    scale, shift = (
        net.convolution(net.add("ReLU", net.convolution(y, x.shape[0], 3), {0: 0.2}), x.shape[0], 3)
        for _ in range(2)
    )
    return net.binary(0, x, net.scaled(net.binary(0, net.binary(2, x, scale), shift), 0.5))


def codeformer(net: ConvertedNetwork) -> None:
    """
    Zhou et al., "Towards Robust Blind Face Restoration with Codebook Lookup Transformer", 2022.

    Codes are means by their scores; the paper takes the one with the largest.
    """
    x = net.convolution(net.input(3, 32, 32), WIDTH, 3)
    x = residual(net, x, WIDTH)
    features = x
    for _ in range(2):
        x = net.add("Padding", x, {1: 1, 3: 1}, "pad")
        x = residual(net, net.convolution(x, x.shape[0], 3, 2, 0), 2 * WIDTH)
    x = net.convolution(normalised(net, attention_of_pixels(net, x)), WIDTH, 3)
    channels, height, width = x.shape
    tokens = net.permute(net.reshape(x, channels, height * width), 1)
    for _ in range(2):
        tokens = transformer(net, tokens)
    scores = net.linear(net.layer_norm(tokens), CODES)
    codes = net.add("MatMul", [net.softmax(scores, 1), net.random_constant(CODES, WIDTH)])
    x = net.reshape(net.permute(codes, 1), WIDTH, height, width)
    x = attention_of_pixels(net, residual(net, x, 2 * WIDTH))
    for _ in range(2):
        x = residual(net, net.convolution(enlarged(net, x), x.shape[0], 3), WIDTH)
    x = fused(net, features, x)
    net.output(net.convolution(normalised(net, x), 3, 3))
    net.output(scores)
