"""Upscalers that are fast: all layers at the small size."""

from __future__ import annotations

from ..converted.builder import Blob, ConvertedNetwork
from .blocks import enlarged

WIDTH = 16


def compact_upscaler(net: ConvertedNetwork) -> None:
    """Wang et al., "Real-ESRGAN", 2021, its compact form: PReLUs, one shuffle, a nearest base."""
    image = net.input(3, 19, 23)
    x = net.add("PReLU", net.convolution(image, WIDTH, 3), {0: WIDTH})
    for _ in range(3):
        x = net.add("PReLU", net.convolution(x, WIDTH, 3), {0: WIDTH})
    x = net.add("PixelShuffle", net.convolution(x, 3 * 16, 3), {0: 4})
    net.output(net.binary(0, x, enlarged(net, image, 4.0)))


def span(net: ConvertedNetwork) -> None:
    """Wan et al., "Swift Parameter-free Attention Network", 2024."""
    first = net.convolution(net.input(3, 18, 22), WIDTH, 3)
    one, x = attention_block(net, first)
    for _ in range(2):
        _, x = attention_block(net, x)
    last = net.convolution(x, WIDTH, 3)
    both = net.concat(first, last, x, one)
    y = net.convolution(net.convolution(both, WIDTH), 3 * 4, 3)
    net.output(net.add("PixelShuffle", y, {0: 2}))


def attention_block(net: ConvertedNetwork, x: Blob) -> tuple[Blob, Blob]:
    """Return the first convolution's result, and the block's: its sum times an odd function."""
    one = net.convolution(x, WIDTH, 3)
    y = net.convolution(net.add("Swish", one), WIDTH, 3)
    y = net.convolution(net.add("Swish", y), WIDTH, 3)
    weight = net.add("BinaryOp", net.add("Sigmoid", y), {0: 1, 1: 1, 2: 0.5}, "sub")
    return one, net.binary(2, net.binary(0, y, x), weight)
