"""Depth Anything: how far away each pixel is."""

from __future__ import annotations

from ..converted.builder import Blob, ConvertedNetwork
from ..converted.transformers import multi_head_attention
from .blocks import deconvolution, part

PATCH, WIDTH, HEADS = 14, 24, 4
ROWS, COLUMNS = 4, 6
HEAD_WIDTH = 16


def layer(net: ConvertedNetwork, x: Blob) -> Blob:
    """DINOv2's: what each half adds is scaled channel by channel."""
    y = multi_head_attention(net, net.layer_norm(x), HEADS)
    x = net.binary(0, x, net.binary(2, y, net.random_constant(1, WIDTH)))
    y = net.linear(net.gelu(net.linear(net.layer_norm(x), 4 * WIDTH)), WIDTH)
    return net.binary(0, x, net.binary(2, y, net.random_constant(1, WIDTH)))


def resized(net: ConvertedNetwork, x: Blob, height: int, width: int) -> Blob:
    """Bilinear, corners on corners."""
    return net.add("Interp", x, {0: 2, 3: height, 4: width, 6: 1}, "upsample")


def refined(net: ConvertedNetwork, x: Blob) -> Blob:
    """Two convolutions behind ReLUs, and a shortcut."""
    y = net.convolution(net.add("ReLU", x), HEAD_WIDTH, 3)
    return net.binary(0, net.convolution(net.add("ReLU", y), HEAD_WIDTH, 3), x)


def depth_anything(net: ConvertedNetwork) -> None:
    """Yang et al., "Depth Anything", 2024: ViT of DINOv2, head of DPT (Ranftl et al., 2021)."""
    image = net.input(3, ROWS * PATCH, COLUMNS * PATCH)
    x = net.convolution(image, WIDTH, PATCH, PATCH, 0)
    count = ROWS * COLUMNS
    x = net.permute(net.reshape(x, WIDTH, count), 1)
    x = net.concat(net.random_constant(1, WIDTH), x)
    x = net.binary(0, x, net.random_constant(1 + count, WIDTH))
    levels: list[Blob] = []
    for _ in range(4):
        x = layer(net, x)
        tokens = part(net, net.layer_norm(x), 1, 1 + count)
        levels.append(net.reshape(net.permute(tokens, 1), WIDTH, ROWS, COLUMNS))
    levels = [net.convolution(level, 8 + 4 * i) for i, level in enumerate(levels)]
    levels[0] = deconvolution(net, levels[0], 8, 4, 4)
    levels[1] = deconvolution(net, levels[1], 12, 2, 2)
    levels[3] = net.convolution(levels[3], 20, 3, 2)
    levels = [net.convolution(level, HEAD_WIDTH, 3) for level in levels]
    path = refined(net, levels[3])
    for level in (levels[2], levels[1], levels[0]):
        path = net.convolution(resized(net, path, *level.shape[1:]), HEAD_WIDTH)
        path = refined(net, net.binary(0, path, refined(net, level)))
    path = net.convolution(path, HEAD_WIDTH // 2, 3)
    path = net.convolution(resized(net, path, *image.shape[1:]), 8, 3, relu=True)
    net.output(net.add("ReLU", net.convolution(path, 1)))
