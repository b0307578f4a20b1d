"""ResNet-50: residual blocks that narrow, filter and widen; the stride is at the first 1x1."""

from __future__ import annotations

from .activation import RELU
from .builder import NetworkBuilder
from .param_text import NetworkBlob
from .residual import residual_network


def resnet50(net: NetworkBuilder) -> NetworkBlob:
    return residual_network(net, (3, 4, 6, 3), bottleneck_branch)


def bottleneck_branch(
    net: NetworkBuilder, name: str, x: NetworkBlob, channels: int, stride: int
) -> NetworkBlob:
    x = net.convolution(f"{name}_branch2a", x, channels, 1, stride, activation=RELU)
    x = net.convolution(f"{name}_branch2b", x, channels, 3, pad=1, activation=RELU)
    return net.convolution(f"{name}_branch2c", x, 4 * channels, 1)
