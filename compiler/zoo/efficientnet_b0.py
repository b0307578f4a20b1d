"""EfficientNet-B0 (Tan and Le, "EfficientNet", 2019, table 1)."""

from __future__ import annotations

from .activation import SIGMOID, SWISH_GAIN
from .blocks import classifier
from .builder import NetworkBuilder
from .param_text import NetworkBlob

# expansion, channels, blocks, stride of the first block, kernel
STAGES = (
    (1, 16, 1, 1, 3),
    (6, 24, 2, 2, 3),
    (6, 40, 2, 2, 5),
    (6, 80, 3, 2, 3),
    (6, 112, 3, 1, 5),
    (6, 192, 4, 2, 5),
    (6, 320, 1, 1, 3),
)


def efficientnet_b0(net: NetworkBuilder) -> NetworkBlob:
    x = net.input("data", (3, 224, 224))
    x = net.convolution("stem", x, 32, 3, stride=2, pad=1, gain=SWISH_GAIN)
    x = net.swish("stem/swish", x)
    for stage, (expansion, channels, blocks, stride, kernel) in enumerate(STAGES, start=1):
        for block in range(blocks):
            name = f"block{stage}_{block + 1}"
            x = mbconv(net, name, x, expansion, channels, stride if block == 0 else 1, kernel)
    x = net.swish("head/swish", net.convolution("head", x, 1280, 1, gain=SWISH_GAIN))
    return classifier(net, x)


def mbconv(
    net: NetworkBuilder,
    name: str,
    x: NetworkBlob,
    expansion: int,
    channels: int,
    stride: int,
    kernel: int,
) -> NetworkBlob:
    """Widen, filter each channel, weigh the channels, narrow; add the input where it fits."""
    y = x
    if expansion > 1:
        y = net.convolution(f"{name}/expand", y, expansion * x.shape[0], 1, gain=SWISH_GAIN)
        y = net.swish(f"{name}/expand/swish", y)
    y = net.depthwise(f"{name}/dw", y, kernel, stride, gain=SWISH_GAIN)
    y = net.swish(f"{name}/dw/swish", y)
    y = squeeze_excite(net, f"{name}/se", y, x.shape[0] // 4)
    y = net.convolution(f"{name}/project", y, channels, 1)
    return net.add(f"{name}/sum", x, y) if x.shape == y.shape else y


def squeeze_excite(net: NetworkBuilder, name: str, x: NetworkBlob, squeeze: int) -> NetworkBlob:
    """Weigh the channels by a gate that sees the average of each."""
    gate = net.global_average_pool(f"{name}/squeeze", x)
    gate = net.swish(f"{name}/swish", net.inner_product(f"{name}/reduce", gate, squeeze))
    gate = net.inner_product(f"{name}/expand", gate, x.shape[0], SIGMOID)
    return net.multiply(f"{name}/scale", x, gate)
