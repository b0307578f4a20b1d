"""MobileNet 1.0 (Howard et al., "MobileNets", 2017)."""

from __future__ import annotations

from .activation import RELU
from .blocks import classifier
from .builder import NetworkBuilder
from .param_text import NetworkBlob

# channels and stride of the separable convolutions
SEPARABLE = (
    (64, 1),
    (128, 2),
    (128, 1),
    (256, 2),
    (256, 1),
    (512, 2),
    *[(512, 1)] * 5,
    (1024, 2),
    (1024, 1),
)


def mobilenet(net: NetworkBuilder) -> NetworkBlob:
    x = net.input("data", (3, 224, 224))
    x = net.convolution("conv1", x, 32, 3, stride=2, pad=1, activation=RELU)
    for number, (channels, stride) in enumerate(SEPARABLE, start=2):
        x = net.depthwise(f"conv{number}/dw", x, 3, stride, RELU)
        x = net.convolution(f"conv{number}/sep", x, channels, 1, activation=RELU)
    return classifier(net, x)
