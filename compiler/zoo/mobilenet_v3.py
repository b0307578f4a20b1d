"""MobileNetV3 Large 1.0 (Howard et al., "Searching for MobileNetV3", 2019, table 1)."""

from __future__ import annotations

from dataclasses import dataclass

from .activation import HARD_SWISH, RELU, NetworkActivation
from .blocks import scores
from .builder import NetworkBuilder
from .param_text import NetworkBlob


@dataclass(frozen=True)
class Bottleneck:
    """One row of the paper's table; `squeeze` is the width of squeeze-and-excite, 0 for none."""

    kernel: int
    expanded: int
    channels: int
    squeeze: int
    activation: NetworkActivation
    stride: int


BOTTLENECKS = (
    Bottleneck(3, 16, 16, 0, RELU, 1),
    Bottleneck(3, 64, 24, 0, RELU, 2),
    Bottleneck(3, 72, 24, 0, RELU, 1),
    Bottleneck(5, 72, 40, 24, RELU, 2),
    Bottleneck(5, 120, 40, 32, RELU, 1),
    Bottleneck(5, 120, 40, 32, RELU, 1),
    Bottleneck(3, 240, 80, 0, HARD_SWISH, 2),
    Bottleneck(3, 200, 80, 0, HARD_SWISH, 1),
    Bottleneck(3, 184, 80, 0, HARD_SWISH, 1),
    Bottleneck(3, 184, 80, 0, HARD_SWISH, 1),
    Bottleneck(3, 480, 112, 120, HARD_SWISH, 1),
    Bottleneck(3, 672, 112, 168, HARD_SWISH, 1),
    Bottleneck(5, 672, 160, 168, HARD_SWISH, 2),
    Bottleneck(5, 960, 160, 240, HARD_SWISH, 1),
    Bottleneck(5, 960, 160, 240, HARD_SWISH, 1),
)


def mobilenet_v3(net: NetworkBuilder) -> NetworkBlob:
    x = net.input("data", (3, 224, 224))
    x = net.convolution("conv1", x, 16, 3, stride=2, pad=1, activation=HARD_SWISH)
    for number, row in enumerate(BOTTLENECKS, start=1):
        x = bottleneck(net, f"bneck{number}", x, row)
    x = net.convolution("conv2", x, 960, 1, activation=HARD_SWISH)
    x = net.global_average_pool("pool", x)
    x = net.inner_product("fc1", x, 1280, HARD_SWISH)
    return scores(net, "fc2", x)


def bottleneck(net: NetworkBuilder, name: str, x: NetworkBlob, row: Bottleneck) -> NetworkBlob:
    """Widen, filter each channel, weigh the channels, narrow; add the input where it fits."""
    y = x
    if row.expanded != x.shape[0]:
        y = net.convolution(f"{name}/expand", y, row.expanded, 1, activation=row.activation)
    y = net.depthwise(f"{name}/dw", y, row.kernel, row.stride, row.activation)
    if row.squeeze:
        y = squeeze_excite(net, f"{name}/se", y, row.squeeze)
    y = net.convolution(f"{name}/linear", y, row.channels, 1)
    return net.add(f"{name}/sum", x, y) if x.shape == y.shape else y


def squeeze_excite(net: NetworkBuilder, name: str, x: NetworkBlob, squeeze: int) -> NetworkBlob:
    """Weigh the channels by a gate that sees the average of each."""
    gate = net.global_average_pool(f"{name}/squeeze", x)
    gate = net.inner_product(f"{name}/reduce", gate, squeeze, RELU)
    gate = net.hard_sigmoid(f"{name}/gate", net.inner_product(f"{name}/expand", gate, x.shape[0]))
    return net.multiply(f"{name}/scale", x, gate)
