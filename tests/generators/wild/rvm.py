"""Matting of videos: states of the last frame go in, those of this one come out."""

from __future__ import annotations

from ..converted.builder import Blob, ConvertedNetwork
from .blocks import enlarged, squeeze_excite

WIDTHS = (8, 12, 16)
SIZE = (32, 48)


def half_mean(net: ConvertedNetwork, x: Blob) -> Blob:
    """The image at half the size."""
    window = {0: 1, 1: 2, 11: 2, 2: 2, 12: 2, 5: 1, 6: 0}
    return net.add("Pooling", x, window, "avgpool2d")


def recurrent(net: ConvertedNetwork, x: Blob, state: Blob) -> tuple[Blob, Blob]:
    """
    ConvGRU (Ballas et al., 2016) on half of the channels; the result and the new state.

    Shapes: `c,h,w` and a state `c/2,h,w`.
    """
    kept, y = net.slices(x, 2, 0)
    channels = y.shape[0]
    gates = net.add("Sigmoid", net.convolution(net.concat(y, state), 2 * channels, 3))
    reset, update = net.slices(gates, 2, 0)
    joined = net.concat(y, net.binary(2, reset, state))
    fresh = net.add("TanH", net.convolution(joined, channels, 3))
    stays = net.add("BinaryOp", update, {0: 7, 1: 1, 2: 1.0}, "rsub")
    new = net.binary(0, net.binary(2, stays, state), net.binary(2, update, fresh))
    return net.concat(kept, new), new


def rvm(net: ConvertedNetwork) -> None:
    """Lin et al., "Robust High-Resolution Video Matting with Temporal Guidance", 2022."""
    image = net.input(3, *SIZE)
    states = [
        net.input(width // 2, SIZE[0] >> level, SIZE[1] >> level)
        for level, width in enumerate(WIDTHS, 1)
    ]
    means, x = [image], image
    features: list[Blob] = []
    for level, width in enumerate(WIDTHS):
        x = net.convolution(x, width, 3, 2)
        x = net.add("HardSwish", x, {0: 1 / 6, 1: 0.5})
        x = squeeze_excite(net, net.binary(0, net.depthwise(x, 3), x), 4)
        features.append(x)
        if level < 2:
            means.append(half_mean(net, means[-1]))
    pooled = net.add("Sigmoid", net.convolution(net.global_pool(x), WIDTHS[-1]))
    x = net.binary(2, net.convolution(x, WIDTHS[-1], relu=True), pooled)
    news: list[Blob] = []
    for level in (2, 1, 0):
        if level < 2:
            joined = net.concat(enlarged(net, x, 2.0, 2), features[level], means[level + 1])
            x = net.convolution(joined, WIDTHS[level], 3, relu=True)
        x, new = recurrent(net, x, states[level])
        news.append(new)
    x = net.convolution(net.concat(enlarged(net, x, 2.0, 2), image), 8, 3, relu=True)
    x = net.convolution(x, 4)
    residual, alpha = net.add_many("Slice", x, {0: (3, -233), 1: 0}, "split", 2)
    for blob in (net.binary(0, residual, image), alpha):
        net.output(net.add("Clip", blob, {0: 0.0, 1: 1.0}))
    for new in reversed(news):
        net.output(new)
