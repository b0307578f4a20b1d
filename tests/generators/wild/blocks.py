"""Layers that several of the networks have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..converted.builder import Blob, ConvertedNetwork


def swish(net: ConvertedNetwork, x: Blob, channels: int, kernel: int = 1, stride: int = 1) -> Blob:
    """A convolution and SiLU."""
    return net.add("Swish", net.convolution(x, channels, kernel, stride), name="silu")


def leaky(
    net: ConvertedNetwork, x: Blob, channels: int, slope: float, kernel: int = 3, stride: int = 1
) -> Blob:
    """A convolution and a leaky ReLU, as two layers."""
    y = net.convolution(x, channels, kernel, stride)
    return net.add("ReLU", y, {0: slope}, "leakyrelu")


def enlarged(net: ConvertedNetwork, x: Blob, factor: float = 2.0, mode: int = 1) -> Blob:
    """Interp by a factor; mode 1 is nearest, 2 bilinear."""
    return net.add("Interp", x, {0: mode, 1: factor, 2: factor, 6: 0}, "upsample")


def deconvolution(
    net: ConvertedNetwork, x: Blob, channels: int, kernel: int, stride: int, pad: int = 0
) -> Blob:
    """A transposed convolution."""
    params = {0: channels, 1: kernel, 11: kernel, 2: 1, 12: 1, 3: stride, 13: stride}
    params |= {4: pad, 14: pad, 5: 1, 6: channels * x.shape[0] * kernel**2}
    return net.add("Deconvolution", x, params, "deconv")


def part(net: ConvertedNetwork, x: Blob, start: int, end: int, axis: int = 0) -> Blob:
    """Some elements along an axis."""
    return net.add("Crop", x, {9: (start,), 10: (end,), 11: (axis,)}, "slice")


def with_weight(net: ConvertedNetwork, name: str, array: np.ndarray) -> None:
    """Give the layer that was made last this weight in place of random numbers."""
    layer = net.layers[-1]
    assert layer.weights[name].shape == array.shape
    net.layers[-1] = replace(layer, weights={**layer.weights, name: array.astype(np.float32)})


def attention(
    net: ConvertedNetwork, query: Blob, key: Blob, value: Blob, heads: int, scale: float
) -> Blob:
    """
    Attention in its single steps, of matrices of rows.

    Shapes: `n,c` and `m,c`, to `n,c`.
    """
    rows, width = query.shape[0], value.shape[1]
    q, k, v = (
        net.permute(net.reshape(x, x.shape[0], heads, x.shape[1] // heads), 2)
        for x in (query, key, value)
    )
    scores = net.add("MatMul", [net.scaled(q, scale), net.permute(k, 1)])
    y = net.add("MatMul", [net.softmax(scores, 2), v])
    return net.reshape(net.permute(y, 2), rows, width)


def squeeze_excite(net: ConvertedNetwork, x: Blob, reduced: int) -> Blob:
    """Channels times what the means of all of them say (Hu et al., 2018)."""
    y = net.convolution(net.global_pool(x), reduced, relu=True)
    y = net.add("HardSigmoid", net.convolution(y, x.shape[0]), {0: 1 / 6, 1: 0.5})
    return net.binary(2, x, y)


def total(net: ConvertedNetwork, parts: Sequence[Blob]) -> Blob:
    """The sum of several."""
    x, *others = parts
    for other in others:
        x = net.binary(0, x, other)
    return x
