"""ESRGAN."""

from __future__ import annotations

from ..converted.builder import Blob, ConvertedNetwork
from .blocks import enlarged, leaky

SLOPE = 0.2
WIDTH, GROWTH = 16, 8


def dense_block(net: ConvertedNetwork, x: Blob) -> Blob:
    """Each convolution reads what all before it have made."""
    parts = [x]
    for _ in range(4):
        joined = parts[0] if len(parts) == 1 else net.concat(*parts)
        parts.append(leaky(net, joined, GROWTH, SLOPE))
    y = net.convolution(net.concat(*parts), WIDTH, 3)
    return net.binary(0, net.scaled(y, 0.2), x)


def esrgan(net: ConvertedNetwork) -> None:
    """Wang et al., "ESRGAN", 2018: dense blocks in residual blocks, enlarged by nearest pixels."""
    first = net.convolution(net.input(3, 17, 21), WIDTH, 3)
    x = first
    for _ in range(2):
        y = x
        for _ in range(3):
            y = dense_block(net, y)
        x = net.binary(0, net.scaled(y, 0.2), x)
    x = net.binary(0, net.convolution(x, WIDTH, 3), first)
    for _ in range(2):
        x = leaky(net, enlarged(net, x), WIDTH, SLOPE)
    net.output(net.convolution(leaky(net, x, WIDTH, SLOPE), 3, 3))
