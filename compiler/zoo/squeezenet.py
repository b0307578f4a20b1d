"""SqueezeNet 1.1 (Iandola et al., "SqueezeNet", 2016; version 1.1 of its repository)."""

from __future__ import annotations

from .activation import RELU
from .blocks import CLASSES, SCORE_GAIN
from .builder import NetworkBuilder
from .param_text import NetworkBlob

# squeeze and expand channels of the fire modules, in groups that a pooling separates
FIRES = (((16, 64), (16, 64)), ((32, 128), (32, 128)), ((48, 192), (48, 192), (64, 256), (64, 256)))


def squeezenet(net: NetworkBuilder) -> NetworkBlob:
    x = net.input("data", (3, 227, 227))
    x = net.convolution("conv1", x, 64, 3, stride=2, activation=RELU)
    number = 2
    for group in FIRES:
        x = net.max_pool(f"pool{number - 1}", x, 3, stride=2)
        for squeeze, expand in group:
            x = fire(net, f"fire{number}", x, squeeze, expand)
            number += 1
    # There is no inner product after the average, so the scores get their spread here.
    x = net.convolution("conv10", x, CLASSES, 1, activation=RELU, gain=SCORE_GAIN)
    return net.softmax("prob", net.global_average_pool("pool10", x), top="output")


def fire(net: NetworkBuilder, name: str, x: NetworkBlob, squeeze: int, expand: int) -> NetworkBlob:
    """Few channels, then many, half of which see their neighbours."""
    x = net.convolution(f"{name}/squeeze1x1", x, squeeze, 1, activation=RELU)
    point = net.convolution(f"{name}/expand1x1", x, expand, 1, activation=RELU)
    area = net.convolution(f"{name}/expand3x3", x, expand, 3, pad=1, activation=RELU)
    return net.concat(f"{name}/concat", point, area)
