"""The decoder of VITS: from features to sound."""

from __future__ import annotations

from ..converted.builder import Blob, ConvertedNetwork
from .blocks import total

WIDTH, MOMENTS = 32, 12


def filtered(net: ConvertedNetwork, x: Blob, channels: int, kernel: int, dilation: int = 1) -> Blob:
    """A convolution of sequences that keeps their length."""
    pad = dilation * (kernel - 1) // 2
    params = {0: channels, 1: kernel, 2: dilation, 3: 1, 4: pad, 5: 1}
    return net.add("Convolution1D", x, params | {6: channels * x.shape[0] * kernel}, "conv1d")


def residual(net: ConvertedNetwork, x: Blob, kernel: int) -> Blob:
    """Ever wider filters, each with a shortcut."""
    for dilation in (1, 3):
        y = filtered(net, net.add("ReLU", x, {0: 0.1}), x.shape[0], kernel, dilation)
        y = filtered(net, net.add("ReLU", y, {0: 0.1}), x.shape[0], kernel)
        x = net.binary(0, x, y)
    return x


def hifi_gan(net: ConvertedNetwork) -> None:
    """
    Kong et al., "HiFi-GAN", 2020, as in VITS (Kim et al., 2021), with the vector of a speaker.
    """
    features, speaker = net.input(8, MOMENTS), net.input(16, 1)
    x = filtered(net, features, WIDTH, 7)
    x = net.binary(0, x, filtered(net, speaker, WIDTH, 1))
    for stride in (4, 2):
        channels = x.shape[0] // 2
        params = {0: channels, 1: 2 * stride, 2: 1, 3: stride, 4: stride // 2, 5: 1}
        params |= {6: channels * x.shape[0] * 2 * stride}
        x = net.add("Deconvolution1D", net.add("ReLU", x, {0: 0.1}), params, "deconv1d")
        x = net.scaled(total(net, [residual(net, x, kernel) for kernel in (3, 5)]), 0.5)
    sound = filtered(net, net.add("ReLU", x, {0: 0.01}), 1, 7)
    net.output(net.add("TanH", sound))
