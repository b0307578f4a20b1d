"""ResNet-18: residual blocks of two 3x3 convolutions."""

from __future__ import annotations

from .activation import RELU
from .builder import NetworkBuilder
from .param_text import NetworkBlob
from .residual import residual_network


def resnet18(net: NetworkBuilder) -> NetworkBlob:
    return residual_network(net, (2, 2, 2, 2), basic_branch)


def basic_branch(
    net: NetworkBuilder, name: str, x: NetworkBlob, channels: int, stride: int
) -> NetworkBlob:
    x = net.convolution(f"{name}_branch2a", x, channels, 3, stride, pad=1, activation=RELU)
    return net.convolution(f"{name}_branch2b", x, channels, 3, pad=1)
