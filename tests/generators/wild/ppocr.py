"""Networks of PP-OCR: where text is, and what it says."""

from __future__ import annotations

from math import sqrt

from ..converted.builder import Blob, ConvertedNetwork
from .blocks import attention, deconvolution, enlarged, squeeze_excite, total

SYMBOLS = 40
SQUEEZE = 2


def mobile_block(net: ConvertedNetwork, x: Blob, channels: int, stride: int) -> Blob:
    """MobileNetV3's: wider, a filter for each channel, squeeze and excitation, and back."""
    y = net.add("HardSwish", net.convolution(x, 2 * x.shape[0]), {0: 1 / 6, 1: 0.5})
    y = net.add("HardSwish", net.depthwise(y, 3, stride), {0: 1 / 6, 1: 0.5})
    y = net.convolution(squeeze_excite(net, y, SQUEEZE), channels)
    return net.binary(0, x, y) if x.shape == y.shape else y


def text_detector(net: ConvertedNetwork) -> None:
    """Liao et al., "Real-time Scene Text Detection with Differentiable Binarization", 2020."""
    x = net.convolution(net.input(3, 64, 96), 8, 3, 2)
    x = net.add("HardSwish", x, {0: 1 / 6, 1: 0.5})
    levels: list[Blob] = []
    for channels in (8, 16, 24, 32):
        x = mobile_block(net, mobile_block(net, x, channels, 2), channels, 1)
        levels.append(net.convolution(x, 16))
    for i in (2, 1, 0):
        levels[i] = net.binary(0, levels[i], enlarged(net, levels[i + 1]))
    maps = [
        enlarged(net, net.convolution(level, 4, 3), float(2**i))
        if i
        else net.convolution(level, 4, 3)
        for i, level in enumerate(levels)
    ]
    y = net.convolution(net.concat(*reversed(maps)), 4, 3, relu=True)
    y = net.add("ReLU", deconvolution(net, y, 4, 2, 2))
    net.output(net.add("Sigmoid", deconvolution(net, y, 1, 2, 2)))


def lines(net: ConvertedNetwork) -> Blob:
    """Features of a line of text, `c,1,w`."""
    x = net.convolution(net.input(3, 32, 64), 8, 3, 2)
    x = net.add("HardSwish", x, {0: 1 / 6, 1: 0.5})
    for channels in (16, 24, 32):
        x = mobile_block(net, x, channels, 1)
        window = {0: 0, 1: 1, 11: 2, 12: 2, 2: 1, 3: 0, 5: 1}
        x = net.add("Pooling", x, window, "maxpool2d")
    return net.convolution(x, 32, 2, 1, 0, relu=True)


def text_recogniser(net: ConvertedNetwork) -> None:
    """Shi et al., CRNN, 2015, as PP-OCRv2 has it: two recurrent layers in both directions."""
    x = net.permute(net.add("Squeeze", lines(net), {3: (1,)}), 1)
    for _ in range(2):
        hidden = 16
        size = 2 * 4 * hidden * x.shape[-1]
        x = net.add("LSTM", x, {0: hidden, 1: size, 2: 2, 3: hidden})
    net.output(net.softmax(net.linear(x, SYMBOLS), 1))


def text_recogniser_with_attention(net: ConvertedNetwork) -> None:
    """Du et al., "SVTR", 2022, as PP-OCRv3 has it: attention along the line, a shortcut around."""
    features = lines(net)
    channels, _, width = features.shape
    x = net.add("Swish", net.convolution(features, channels // 2, 3))
    x = net.add("Swish", net.convolution(x, channels))
    tokens = net.permute(net.reshape(x, channels, width), 1)
    for _ in range(2):
        y = net.layer_norm(tokens)
        query, key, value = net.slices(net.linear(y, 3 * channels), 3, 1)
        y = attention(net, query, key, value, 4, 1 / sqrt(channels // 4))
        tokens = net.binary(0, tokens, net.linear(y, channels))
        y = net.add("Swish", net.linear(net.layer_norm(tokens), 2 * channels))
        tokens = net.binary(0, tokens, net.linear(y, channels))
    x = net.reshape(net.permute(net.layer_norm(tokens), 1), channels, 1, width)
    x = total(net, [net.convolution(net.concat(features, x), channels, 3), features])
    rows = net.permute(net.reshape(x, channels, width), 1)
    net.output(net.softmax(net.linear(rows, SYMBOLS), 1))
