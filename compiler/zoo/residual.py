"""The skeleton of the residual networks (He et al., "Deep Residual Learning", 2015, table 1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .activation import RELU
from .blocks import classifier
from .builder import NetworkBuilder
from .param_text import NetworkBlob

Branch = Callable[[NetworkBuilder, str, NetworkBlob, int, int], NetworkBlob]
"""A block's branch, from builder, name, input, channels of the stage and stride."""


def residual_network(net: NetworkBuilder, blocks: Sequence[int], branch: Branch) -> NetworkBlob:
    """The stem, four stages of `blocks` each and the classifier; a stage doubles the channels."""
    x = net.input("data", (3, 224, 224))
    x = net.convolution("conv1", x, 64, 7, stride=2, pad=3, activation=RELU)
    x = net.max_pool("pool1", x, 3, stride=2)
    for stage, count in enumerate(blocks, start=2):
        for block in range(count):
            stride = 2 if block == 0 and stage > 2 else 1
            x = residual_block(
                net, f"res{stage}{'abcdef'[block]}", x, 2 ** (stage + 4), stride, branch
            )
    return classifier(net, x)


def residual_block(
    net: NetworkBuilder, name: str, x: NetworkBlob, channels: int, stride: int, branch: Branch
) -> NetworkBlob:
    """The input, projected where the shape changes, plus a branch; then ReLU."""
    y = branch(net, name, x, channels, stride)
    if x.shape != y.shape:
        x = net.convolution(f"{name}_branch1", x, y.shape[0], 1, stride)
    return net.relu(f"{name}_relu", net.eltwise_sum(name, x, y))
