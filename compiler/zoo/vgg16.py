"""VGG-16 (Simonyan and Zisserman, "Very Deep Convolutional Networks", 2014, configuration D)."""

from __future__ import annotations

from .activation import RELU
from .blocks import scores
from .builder import NetworkBuilder
from .param_text import NetworkBlob

# channels of the 3x3 convolutions, in groups that end with a pooling
GROUPS = ((64, 64), (128, 128), (256, 256, 256), (512, 512, 512), (512, 512, 512))


def vgg16(net: NetworkBuilder) -> NetworkBlob:
    x = net.input("data", (3, 224, 224))
    for group, widths in enumerate(GROUPS, start=1):
        for number, channels in enumerate(widths, start=1):
            x = net.convolution(f"conv{group}_{number}", x, channels, 3, pad=1, activation=RELU)
        x = net.max_pool(f"pool{group}", x, 2, stride=2)
    x = net.inner_product("fc6", x, 4096, RELU)
    x = net.inner_product("fc7", x, 4096, RELU)
    return scores(net, "fc8", x)
