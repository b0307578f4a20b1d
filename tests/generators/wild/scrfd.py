"""SCRFD: faces."""

from __future__ import annotations

from ..converted.builder import Blob, ConvertedNetwork
from .blocks import enlarged

WIDTH, ANCHORS, POINTS = 16, 2, 5


def residual(net: ConvertedNetwork, x: Blob, channels: int, stride: int) -> Blob:
    """ResNet's block, whose shortcut takes means before it narrows."""
    y = net.convolution(net.convolution(x, channels, 3, stride, relu=True), channels, 3)
    if stride > 1:
        window = {0: 1, 1: 2, 11: 2, 2: 2, 12: 2, 5: 1, 6: 0}
        x = net.convolution(net.add("Pooling", x, window, "avgpool2d"), channels)
    return net.add("ReLU", net.binary(0, y, x))


def scrfd(net: ConvertedNetwork) -> None:
    """
    Guo et al., "Sample and Computation Redistribution for Efficient Face Detection", 2021: scores,
    boxes and points at three strides.
    """
    x = net.convolution(net.input(3, 96, 64), 8, 3, 2, relu=True)
    window = {0: 0, 1: 2, 11: 2, 2: 2, 12: 2, 5: 1}
    x = net.add("Pooling", x, window, "maxpool2d")
    levels: list[Blob] = []
    for channels in (16, 24, 32):
        x = residual(net, residual(net, x, channels, 2), channels, 1)
        levels.append(net.convolution(x, WIDTH))
    for i in (1, 0):
        levels[i] = net.binary(0, levels[i], enlarged(net, levels[i + 1]))
    levels = [net.convolution(level, WIDTH, 3) for level in levels]
    for i in (0, 1):
        levels[i + 1] = net.binary(0, levels[i + 1], net.convolution(levels[i], WIDTH, 3, 2))
    for level in levels:
        head(net, level)


def head(net: ConvertedNetwork, x: Blob) -> None:
    """Two convolutions with GroupNorm, and three output convolutions."""
    for _ in range(2):
        y = net.add("GroupNorm", net.convolution(x, WIDTH, 3), {0: 4, 1: WIDTH, 2: 1e-5, 3: 1})
        x = net.add("ReLU", y)
    scores = net.add("Sigmoid", net.convolution(x, ANCHORS, 3))
    boxes = net.add("Scale", net.convolution(x, 4 * ANCHORS, 3), {0: 4 * ANCHORS, 1: 0})
    for blob in (scores, boxes, net.convolution(x, 2 * POINTS * ANCHORS, 3)):
        rows = net.permute(blob, 3)
        count = rows.shape[0] * rows.shape[1] * ANCHORS
        net.output(net.reshape(rows, count, rows.shape[2] // ANCHORS))
