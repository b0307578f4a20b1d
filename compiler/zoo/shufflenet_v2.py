"""ShuffleNetV2 1.0 (Ma et al., "ShuffleNet V2", 2018)."""

from __future__ import annotations

from .activation import RELU
from .blocks import classifier
from .builder import NetworkBuilder
from .param_text import NetworkBlob

# channels and units of the stages; the first unit of each halves the size
STAGES = ((116, 4), (232, 8), (464, 4))


def shufflenet_v2(net: NetworkBuilder) -> NetworkBlob:
    x = net.input("data", (3, 224, 224))
    x = net.convolution("conv1", x, 24, 3, stride=2, pad=1, activation=RELU)
    x = net.max_pool("pool1", x, 3, stride=2)
    for stage, (channels, units) in enumerate(STAGES, start=2):
        x = spatial_down_sampling(net, f"stage{stage}_1", x, channels)
        for unit in range(1, units):
            x = basic_unit(net, f"stage{stage}_{unit + 1}", x)
    x = net.convolution("conv5", x, 1024, 1, activation=RELU)
    return classifier(net, x)


def basic_unit(net: NetworkBuilder, name: str, x: NetworkBlob) -> NetworkBlob:
    """One half of the channels passes, the other is transformed; then they are mixed."""
    kept, y = net.halves(f"{name}/slice", x)
    y = transform(net, f"{name}/branch2", y, y.shape[0], 1)
    return net.shuffle_channels(f"{name}/shuffle", net.concat(f"{name}/concat", kept, y), 2)


def spatial_down_sampling(
    net: NetworkBuilder, name: str, x: NetworkBlob, channels: int
) -> NetworkBlob:
    """Two branches of half the channels, both of which halve the size."""
    short = net.depthwise(f"{name}/branch1/dw", x, 3, stride=2)
    short = net.convolution(f"{name}/branch1/conv", short, channels // 2, 1, activation=RELU)
    y = transform(net, f"{name}/branch2", x, channels // 2, 2)
    return net.shuffle_channels(f"{name}/shuffle", net.concat(f"{name}/concat", short, y), 2)


def transform(
    net: NetworkBuilder, name: str, x: NetworkBlob, channels: int, stride: int
) -> NetworkBlob:
    x = net.convolution(f"{name}/conv1", x, channels, 1, activation=RELU)
    x = net.depthwise(f"{name}/dw", x, 3, stride)
    return net.convolution(f"{name}/conv2", x, channels, 1, activation=RELU)
