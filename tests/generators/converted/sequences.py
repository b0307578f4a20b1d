"""Networks on sequences."""

from __future__ import annotations

from .builder import Blob, ConvertedNetwork


def crnn(net: ConvertedNetwork) -> None:
    """Shi et al., "An End-to-End Trainable Neural Network", 2015: reads a line of text."""
    width, hidden = net.size.of(32, 8), net.size.of(128, 32)
    x = net.input(1, 32, net.size.of(128, 32))
    for channels, stride in ((width, 2), (2 * width, 2), (4 * width, 1), (4 * width, 1)):
        x = net.convolution(x, channels, 3, relu=True)
        window = {0: 0, 1: stride, 11: 2, 12: 2, 13: 0, 2: stride, 3: 0, 5: 1}
        x = net.add("Pooling", x, window, "maxpool2d")
    x = net.convolution(x, 4 * width, 2, 1, 0, relu=True)
    x = net.permute(net.add("Squeeze", x, {3: (1,)}), 1)
    for _ in range(2):
        size = 2 * 4 * hidden * x.shape[-1]
        x = net.add("LSTM", x, {0: hidden, 1: size, 2: 2, 3: hidden})
    net.output(net.add("UnaryOp", net.softmax(net.linear(x, 37), 1), {0: 8}, "log"))


def conv_tasnet(net: ConvertedNetwork) -> None:
    """Luo and Mesgarani, "Conv-TasNet", 2019: an encoder of sound, dilated blocks, two masks."""
    filters, width = net.size.of(128, 16), net.size.of(64, 16)
    sound = net.input(1, net.size.of(4000, 80))
    encoded = net.add("ReLU", convolution1d(net, sound, filters, 16, 8))
    x = convolution1d(net, layer_norm_1d(net, encoded), width, 1)
    for block in range(2 * net.size.blocks):
        x = net.binary(0, x, dilated_block(net, x, 2 * width, 1 << block))
    prelu = net.add("PReLU", x, {0: 1})
    masks = net.add("Sigmoid", convolution1d(net, prelu, 2 * filters, 1))
    for mask in net.slices(masks, 2, 0):
        masked = net.binary(2, encoded, mask)
        params = {0: 1, 1: 16, 3: 8, 5: 0, 6: 16 * filters}
        net.output(net.add("Deconvolution1D", masked, params, "deconv1d"))


def convolution1d(
    net: ConvertedNetwork, x: Blob, channels: int, kernel: int, stride: int = 1
) -> Blob:
    """A convolution of sequences without padding."""
    params = {0: channels, 1: kernel, 3: stride, 4: 0, 5: 1, 6: channels * x.shape[0] * kernel}
    return net.add("Convolution1D", x, params, "conv1d")


def layer_norm_1d(net: ConvertedNetwork, x: Blob) -> Blob:
    """LayerNorm of each moment's channels."""
    return net.permute(net.layer_norm(net.permute(x, 1)), 1)


def dilated_block(net: ConvertedNetwork, x: Blob, channels: int, dilation: int) -> Blob:
    """Wider, a dilated filter for each channel, and back."""
    y = net.add("PReLU", convolution1d(net, x, channels, 1), {0: 1})
    y = net.add("GroupNorm", y, {0: 1, 1: channels, 2: 1e-8, 3: 1}, "gn")
    window = {0: channels, 1: 3, 2: dilation, 4: dilation, 5: 1, 6: 3 * channels, 7: channels}
    y = net.add("PReLU", net.add("ConvolutionDepthWise1D", y, window, "convdw1d"), {0: 1})
    y = net.add("GroupNorm", y, {0: 1, 1: channels, 2: 1e-8, 3: 1}, "gn")
    return convolution1d(net, y, x.shape[0], 1)
