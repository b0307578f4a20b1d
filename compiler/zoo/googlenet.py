"""GoogLeNet (Szegedy et al., "Going Deeper with Convolutions", 2014, table 1), as deployed."""

from __future__ import annotations

from .activation import RELU
from .blocks import classifier
from .builder import NetworkBuilder
from .param_text import NetworkBlob

# channels of 1x1, 3x3 reduce, 3x3, 5x5 reduce, 5x5 and pool projection; a pooling before 4a and 5a
INCEPTIONS = {
    "3a": (64, 96, 128, 16, 32, 32),
    "3b": (128, 128, 192, 32, 96, 64),
    "4a": (192, 96, 208, 16, 48, 64),
    "4b": (160, 112, 224, 24, 64, 64),
    "4c": (128, 128, 256, 24, 64, 64),
    "4d": (112, 144, 288, 32, 64, 64),
    "4e": (256, 160, 320, 32, 128, 128),
    "5a": (256, 160, 320, 32, 128, 128),
    "5b": (384, 192, 384, 48, 128, 128),
}


def googlenet(net: NetworkBuilder) -> NetworkBlob:
    x = net.input("data", (3, 224, 224))
    x = net.convolution("conv1", x, 64, 7, stride=2, pad=3, activation=RELU)
    x = net.max_pool("pool1", x, 3, stride=2)
    x = net.local_response_norm("norm1", x, size=5, alpha=1e-4, beta=0.75)
    x = net.convolution("conv2/reduce", x, 64, 1, activation=RELU)
    x = net.convolution("conv2", x, 192, 3, pad=1, activation=RELU)
    x = net.local_response_norm("norm2", x, size=5, alpha=1e-4, beta=0.75)
    x = net.max_pool("pool2", x, 3, stride=2)
    for name, channels in INCEPTIONS.items():
        if name in ("4a", "5a"):
            x = net.max_pool(f"pool{int(name[0]) - 1}", x, 3, stride=2)
        x = inception(net, f"inception_{name}", x, channels)
    return classifier(net, x)


def inception(
    net: NetworkBuilder, name: str, x: NetworkBlob, channels: tuple[int, ...]
) -> NetworkBlob:
    """Four branches that see areas of different sizes, side by side."""
    point, reduce3, area3, reduce5, area5, project = channels
    a = net.convolution(f"{name}/1x1", x, point, 1, activation=RELU)
    b = net.convolution(f"{name}/3x3_reduce", x, reduce3, 1, activation=RELU)
    b = net.convolution(f"{name}/3x3", b, area3, 3, pad=1, activation=RELU)
    c = net.convolution(f"{name}/5x5_reduce", x, reduce5, 1, activation=RELU)
    c = net.convolution(f"{name}/5x5", c, area5, 5, pad=2, activation=RELU)
    d = net.max_pool(f"{name}/pool", x, 3, stride=1, pad=1)
    d = net.convolution(f"{name}/pool_proj", d, project, 1, activation=RELU)
    return net.concat(f"{name}/output", a, b, c, d)
