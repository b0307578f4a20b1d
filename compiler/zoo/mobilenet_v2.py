"""MobileNetV2 1.0 (Sandler et al., "Inverted Residuals and Linear Bottlenecks", 2018)."""

from __future__ import annotations

from .activation import RELU6
from .blocks import classifier
from .builder import NetworkBuilder
from .param_text import NetworkBlob

# expansion, channels, blocks, stride of the first block
STAGES = (
    (1, 16, 1, 1),
    (6, 24, 2, 2),
    (6, 32, 3, 2),
    (6, 64, 4, 2),
    (6, 96, 3, 1),
    (6, 160, 3, 2),
    (6, 320, 1, 1),
)


def mobilenet_v2(net: NetworkBuilder) -> NetworkBlob:
    x = net.input("data", (3, 224, 224))
    x = net.convolution("conv1", x, 32, 3, stride=2, pad=1, activation=RELU6)
    for stage, (expansion, channels, blocks, stride) in enumerate(STAGES, start=2):
        for block in range(blocks):
            name = f"conv{stage}_{block + 1}"
            x = bottleneck(net, name, x, expansion, channels, stride if block == 0 else 1)
    x = net.convolution("conv9", x, 1280, 1, activation=RELU6)
    return classifier(net, x)


def bottleneck(
    net: NetworkBuilder, name: str, x: NetworkBlob, expansion: int, channels: int, stride: int
) -> NetworkBlob:
    """Widen, filter each channel, narrow without an activation; add the input where it fits."""
    y = x
    if expansion > 1:
        y = net.convolution(f"{name}/expand", y, x.shape[0] * expansion, 1, activation=RELU6)
    y = net.depthwise(f"{name}/dwise", y, 3, stride, RELU6)
    y = net.convolution(f"{name}/linear", y, channels, 1)
    return net.eltwise_sum(f"{name}/sum", x, y) if x.shape == y.shape else y
