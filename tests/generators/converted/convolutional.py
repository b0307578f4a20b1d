"""Networks of convolutions, with the normalisations and detours of their papers."""

from __future__ import annotations

from .builder import Blob, ConvertedNetwork


def convnext(net: ConvertedNetwork) -> None:
    """Liu et al., "A ConvNet for the 2020s", 2022: LayerNorm over channels between Permutes."""
    width, image = net.size.of(64, 16), net.size.of(128, 32)
    x = channel_norm(net, net.convolution(net.input(3, image, image), width, 4, 4, 0))
    for stage in range(2):
        if stage:
            x = net.convolution(channel_norm(net, x), 2 * x.shape[0], 2, 2, 0)
        for _ in range(net.size.blocks):
            y = channel_norm(net, net.depthwise(x, 7))
            y = net.convolution(net.gelu(net.convolution(y, 4 * x.shape[0])), x.shape[0])
            y = net.binary(2, y, net.random_constant(x.shape[0], 1, 1))
            x = net.binary(0, y, x)
    pooled = net.reshape(net.global_pool(x), x.shape[0])
    net.output(net.linear(net.layer_norm(pooled), 100))


def channel_norm(net: ConvertedNetwork, x: Blob) -> Blob:
    """LayerNorm of each pixel's channels."""
    return net.permute(net.layer_norm(net.permute(x, 3)), 4)


def unet(net: ConvertedNetwork) -> None:
    """The U-Net of diffusion models (Ho et al., 2020): GroupNorm, Swish, an embedded time."""
    width, image = net.size.of(64, 16), net.size.of(64, 16)
    x, time = net.convolution(net.input(4, image, image), width, 3), net.input(width)
    time = net.add("Swish", net.linear(net.add("Swish", net.linear(time, 4 * width)), 4 * width))
    skips: list[Blob] = []
    for level in range(2):
        for _ in range(net.size.blocks):
            x = time_block(net, x, time, width << level)
            skips.append(x)
        x = net.convolution(x, x.shape[0], 3, 2)
    x = time_block(net, spatial_attention(net, time_block(net, x, time, 4 * width)), time, width)
    for level in (1, 0):
        x = net.add("Interp", x, {0: 1, 1: 2.0, 2: 2.0, 6: 0}, "upsample")
        x = net.convolution(x, width << level, 3)
        for _ in range(net.size.blocks):
            x = time_block(net, net.concat(x, skips.pop()), time, width << level)
    net.output(net.convolution(net.add("Swish", group_norm(net, x)), 4, 3))


def group_norm(net: ConvertedNetwork, x: Blob) -> Blob:
    """Eight groups of channels."""
    return net.add("GroupNorm", x, {0: 8, 1: x.shape[0], 2: 1e-5, 3: 1}, "gn")


def time_block(net: ConvertedNetwork, x: Blob, time: Blob, channels: int) -> Blob:
    """Two convolutions, the time added between them, around them a shortcut."""
    y = net.convolution(net.add("Swish", group_norm(net, x)), channels, 3)
    moment = net.reshape(net.linear(time, channels), channels, 1, 1)
    y = net.add("Swish", group_norm(net, net.binary(0, y, moment)))
    y = net.convolution(y, channels, 3)
    shortcut = x if x.shape[0] == channels else net.convolution(x, channels)
    return net.binary(0, y, shortcut)


def spatial_attention(net: ConvertedNetwork, x: Blob) -> Blob:
    """One head of attention between all pixels."""
    channels, height, width = x.shape
    y = net.permute(net.reshape(group_norm(net, x), channels, height * width), 1)
    query, key, value = (
        net.reshape(net.linear(y, channels), 1, height * width, channels) for _ in range(3)
    )
    y = net.reshape(net.add("SDPA", [query, key, value], {5: 0}), height * width, channels)
    y = net.permute(net.linear(y, channels), 1)
    return net.binary(0, x, net.reshape(y, channels, height, width))


def cyclegan(net: ConvertedNetwork) -> None:
    """Zhu et al., "Unpaired Image-to-Image Translation", 2017: reflections and InstanceNorms."""
    width, image = net.size.of(64, 16), net.size.of(128, 16)
    x = padded(net, net.input(3, image, image), 3)
    x = instance_relu(net, net.convolution(x, width, 7, 1, 0))
    for _ in range(2):
        x = instance_relu(net, net.convolution(x, 2 * x.shape[0], 3, 2))
    for _ in range(net.size.blocks):
        y = instance_relu(net, net.convolution(padded(net, x, 1), x.shape[0], 3, 1, 0))
        y = instance_norm(net, net.convolution(padded(net, y, 1), x.shape[0], 3, 1, 0))
        x = net.binary(0, x, y)
    for _ in range(2):
        channels = x.shape[0] // 2
        params = {0: channels, 1: 3, 11: 3, 3: 2, 13: 2, 4: 1, 14: 1, 18: 1, 19: 1, 5: 1}
        params[6] = channels * x.shape[0] * 9
        x = instance_relu(net, net.add("Deconvolution", x, params, "deconv"))
    net.output(net.add("TanH", net.convolution(padded(net, x, 3), 3, 7, 1, 0)))


def padded(net: ConvertedNetwork, x: Blob, pad: int) -> Blob:
    """A border of reflections."""
    return net.add("Padding", x, {0: pad, 1: pad, 2: pad, 3: pad, 4: 2}, "pad")


def instance_norm(net: ConvertedNetwork, x: Blob) -> Blob:
    """Each channel by its own mean and deviation."""
    return net.add("InstanceNorm", x, {0: x.shape[0], 1: 1e-5, 2: 0}, "in")


def instance_relu(net: ConvertedNetwork, x: Blob) -> Blob:
    """InstanceNorm and ReLU."""
    return net.add("ReLU", instance_norm(net, x))


def resnet3d(net: ConvertedNetwork) -> None:
    """Tran et al., "A Closer Look at Spatiotemporal Convolutions", 2018: a 3-D ResNet of videos."""
    width, image = net.size.of(64, 16), net.size.of(64, 16)
    x = convolution3d(net, net.input(3, 8, image, image), width, (3, 7, 7), (1, 2, 2))
    x = net.add("ReLU", x)
    for stage in range(2):
        for block in range(net.size.blocks):
            first = stage == 1 and block == 0
            x = residual3d(net, x, width << stage, 2 if first else 1)
    pooled = net.add("Pooling3D", x, {0: 1, 4: 1}, "gap3d")
    net.output(net.linear(pooled, 100))


def residual3d(net: ConvertedNetwork, x: Blob, channels: int, stride: int) -> Blob:
    """Two convolutions and a shortcut."""
    kernel, strides = (3, 3, 3), (stride,) * 3
    y = net.add("ReLU", convolution3d(net, x, channels, kernel, strides))
    y = convolution3d(net, y, channels, kernel, (1, 1, 1))
    if stride > 1 or x.shape[0] != channels:
        x = convolution3d(net, x, channels, (1, 1, 1), strides)
    return net.add("ReLU", net.binary(0, y, x))


def convolution3d(
    net: ConvertedNetwork,
    x: Blob,
    channels: int,
    kernel: tuple[int, int, int],
    stride: tuple[int, int, int],
) -> Blob:
    """Kernel and stride are `d,h,w`; padded to keep the size."""
    d, h, w = kernel
    params = {0: channels, 1: w, 11: h, 21: d, 3: stride[2], 13: stride[1], 23: stride[0]}
    params |= {4: w // 2, 14: h // 2, 24: d // 2, 5: 1, 6: channels * x.shape[0] * d * h * w}
    return net.add("Convolution3D", x, params, "conv3d")


def deformable_detector(net: ConvertedNetwork) -> None:
    """A backbone with deformable convolutions (Zhu et al., 2019), a top-down path, two heads."""
    width, image = net.size.of(64, 16), net.size.of(128, 32)
    x = net.convolution(net.input(3, image, image), width // 2, 3, 2, relu=True)
    levels: list[Blob] = []
    for _ in range(2):
        x = net.convolution(x, 2 * x.shape[0], 3, 2, relu=True)
        x = net.binary(0, x, deformable(net, x))
        levels.append(x)
    fine, coarse = (net.convolution(level, width) for level in levels)
    above = net.add("Interp", coarse, {0: 1, 1: 2.0, 2: 2.0, 6: 0}, "upsample")
    for level in (net.binary(0, fine, above), coarse):
        y = net.convolution(level, width, 3, relu=True)
        scores, boxes = net.convolution(y, 20, 3), net.convolution(y, 4, 3)
        net.output(net.add("Sigmoid", net.permute(net.reshape(scores, 20, -1), 1)))
        net.output(net.permute(net.reshape(boxes, 4, -1), 1))


def deformable(net: ConvertedNetwork, x: Blob) -> Blob:
    """A 3x3 convolution whose taps are moved and weighed by what two others say."""
    channels = x.shape[0]
    offsets = net.scaled(net.convolution(x, 18, 3), 0.5)
    mask = net.add("Sigmoid", net.convolution(x, 9, 3))
    params = {0: channels, 1: 3, 11: 3, 4: 1, 14: 1, 5: 1, 6: channels * channels * 9}
    return net.add("ReLU", net.add("DeformableConv2D", [x, offsets, mask], params, "deformconv2d"))
