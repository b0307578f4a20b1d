"""Networks of attention."""

from __future__ import annotations

from math import sqrt

import numpy as np

from .builder import Blob, ConvertedNetwork


def multi_head_attention(net: ConvertedNetwork, x: Blob, heads: int) -> Blob:
    """torch's own attention layer, which pnnx keeps as one layer."""
    width = x.shape[-1]
    params = {0: width, 1: heads, 2: width * width, 3: width, 4: width}
    return net.add("MultiHeadAttention", x, params, "attention")


def fused_qkv(net: ConvertedNetwork, x: Blob, heads: int, mask: Blob | None = None) -> Blob:
    """One product for queries, keys and values, `scaled_dot_product_attention`, one after it."""
    rows, width = x.shape
    qkv = net.reshape(net.linear(x, 3 * width), rows, 3, heads, width // heads)
    parts = net.slices(net.permute(qkv, 8), 3, 0)
    query, key, value = (net.reshape(part, heads, rows, width // heads) for part in parts)
    inputs = [query, key, value] if mask is None else [query, key, value, mask]
    y = net.add("SDPA", inputs, {5: int(mask is not None)})
    return net.linear(net.reshape(net.permute(y, 2), rows, width), width)


def feed_forward(net: ConvertedNetwork, x: Blob, ratio: int = 4) -> Blob:
    """Wider, GELU, and back."""
    return net.linear(net.gelu(net.linear(x, ratio * x.shape[-1])), x.shape[-1])


def vit(net: ConvertedNetwork) -> None:
    """Dosovitskiy et al., "An Image is Worth 16x16 Words", 2021: ViT-S/16 of a few blocks."""
    width, heads = net.size.of(384, 48), 6
    image = net.size.of(224, 32)
    x = net.convolution(net.input(3, image, image), width, 16, 16, 0)
    patches = (image // 16) ** 2
    x = net.permute(net.reshape(x, width, patches), 1)
    x = net.concat(net.random_constant(1, width), x)
    x = net.binary(0, x, net.random_constant(patches + 1, width))
    for _ in range(net.size.blocks):
        x = net.binary(0, multi_head_attention(net, net.layer_norm(x), heads), x)
        x = net.binary(0, x, feed_forward(net, net.layer_norm(x)))
    x = net.layer_norm(x)
    token = net.add("Crop", x, {9: (0,), 10: (1,), 11: (0,)}, "select")
    net.output(net.linear(net.reshape(token, width), 100))


def swin(net: ConvertedNetwork) -> None:
    """Liu et al., "Swin Transformer", 2021: two stages, plain and shifted windows in turns."""
    width, window = net.size.of(96, 24), 7
    image = 4 * window * max(2, net.size.of(8))
    x = net.convolution(net.input(3, image, image), width, 4, 4, 0)
    x = net.layer_norm(net.permute(x, 3))
    for stage in range(2):
        heads = max(1, width // 32) * (stage + 1)
        for _ in range(net.size.blocks):
            x = swin_block(net, x, heads, window, 0)
            x = swin_block(net, x, heads, window, window // 2)
        if stage == 0:
            x = merge_patches(net, x)
    x = net.permute(net.layer_norm(x), 4)
    net.output(net.linear(net.add("Flatten", net.global_pool(x)), 100))


def swin_block(net: ConvertedNetwork, x: Blob, heads: int, window: int, shift: int) -> Blob:
    """Attention in windows of an image `h,w,c`, and a feed-forward part."""
    height, width, channels = x.shape
    y = roll(net, net.layer_norm(x), -shift)
    y = net.reshape(y, height // window, window, width // window, window * channels)
    y = net.permute(y, 2)
    count, tokens = height * width // window**2, window**2
    y = windows_attention(net, net.reshape(y, count * tokens, channels), count, heads)
    y = net.reshape(y, height // window, width // window, window, window * channels)
    y = roll(net, net.reshape(net.permute(y, 2), height, width, channels), shift)
    x = net.binary(0, x, y)
    y = net.reshape(net.layer_norm(x), height * width, channels)
    return net.binary(0, x, net.reshape(feed_forward(net, y), height, width, channels))


def windows_attention(net: ConvertedNetwork, x: Blob, count: int, heads: int) -> Blob:
    """Attention within each of `count` windows, with a learned bias for every pair of tokens."""
    rows, width = x.shape
    tokens, dim = rows // count, width // heads
    qkv = net.reshape(net.linear(x, 3 * width), count, tokens, 3 * heads, dim)
    qkv = net.permute(qkv, 2)
    query, key, value = net.slices(qkv, 3, 1)
    key = net.permute(key, 1)
    scores = net.add("MatMul", [net.scaled(query, 1 / sqrt(dim)), key])
    scores = net.binary(0, scores, net.random_constant(1, heads, tokens, tokens))
    y = net.add("MatMul", [net.softmax(scores, 3), value])
    return net.linear(net.reshape(net.permute(y, 2), rows, width), width)


def roll(net: ConvertedNetwork, x: Blob, shift: int) -> Blob:
    """`torch.roll` along both axes of an image, as slices and concats."""
    for axis in range(2) if shift else ():
        first, second = net.add_many("Slice", x, {1: axis, 2: (-shift,)}, tops=2)
        x = net.concat(second, first, axis=axis)
    return x


def merge_patches(net: ConvertedNetwork, x: Blob) -> Blob:
    """Four neighbours become one token of twice the width."""
    height, width, channels = x.shape
    y = net.reshape(x, height // 2, 2, width // 2, 2 * channels)
    y = net.reshape(net.permute(y, 2), height * width // 4, 4 * channels)
    return net.reshape(
        net.linear(net.layer_norm(y), 2 * channels), height // 2, width // 2, 2 * channels
    )


def mobilevit(net: ConvertedNetwork) -> None:
    """Mehta and Rastegari, "MobileViT", 2022: a transformer on the pixels of an image."""
    channels, width, image = net.size.of(64, 16), net.size.of(96, 24), net.size.of(128, 32)
    x = net.add("Swish", net.convolution(net.input(3, image, image), channels // 2, 3, 2))
    x = net.add("Swish", net.convolution(x, 2 * channels))
    x = net.add("Swish", net.depthwise(x, 3, 2))
    x = net.convolution(x, channels)
    y = net.convolution(net.add("Swish", net.convolution(x, channels, 3)), width)
    size = y.shape[-1]
    # Pixels of one place in their 2x2 patches attend to each other.
    y = net.reshape(y, width * size // 2, 2, size // 2, 2)
    y = net.reshape(net.permute(y, 2), width, size * size // 4, 4)
    tokens = net.reshape(net.permute(y, 5), size * size, width)
    for _ in range(net.size.blocks):
        tokens = net.binary(0, tokens, fused_qkv(net, net.layer_norm(tokens), 4))
        tokens = net.binary(0, tokens, feed_forward(net, net.layer_norm(tokens), 2))
    y = net.permute(net.reshape(net.layer_norm(tokens), 4, size * size // 4, width), 5)
    y = net.reshape(y, width * size // 2, size // 2, 2, 2)
    y = net.reshape(net.permute(y, 2), width, size, size)
    y = net.add("Swish", net.convolution(y, channels))
    y = net.add("Swish", net.convolution(net.concat(x, y), channels, 3))
    net.output(net.linear(net.add("Flatten", net.global_pool(y)), 100))


def bert(net: ConvertedNetwork) -> None:
    """Devlin et al., "BERT", 2019: words, positions, encoder layers, the pooled first token."""
    width, heads, length = net.size.of(256, 32), 4, net.size.of(128)
    table = {0: width, 1: 1000, 2: 0, 3: 1000 * width}
    x = net.add("Embed", net.words(length, 1000), table)
    x = net.layer_norm(net.binary(0, x, net.random_constant(length, width)))
    for _ in range(net.size.blocks):
        x = net.layer_norm(net.binary(0, separate_heads(net, x, heads), x))
        x = net.layer_norm(net.binary(0, feed_forward(net, x), x))
    first = net.reshape(net.add("Crop", x, {9: (0,), 10: (1,), 11: (0,)}, "select"), width)
    net.output(x)
    net.output(net.add("TanH", net.linear(first, width)))


def separate_heads(net: ConvertedNetwork, x: Blob, heads: int) -> Blob:
    """Three products, heads by Reshape and Permute, scores and a softmax between MatMuls."""
    rows, width = x.shape
    dim = width // heads
    query, key, value = (
        net.permute(net.reshape(net.linear(x, width), rows, heads, dim), 2) for _ in range(3)
    )
    scores = net.add("MatMul", [query, net.permute(key, 1)])
    scores = net.softmax(net.add("BinaryOp", scores, {0: 3, 1: 1, 2: sqrt(dim)}, "div"), 2)
    y = net.permute(net.add("MatMul", [scores, value]), 2)
    return net.linear(net.reshape(y, rows, width), width)


def gpt(net: ConvertedNetwork) -> None:
    """Radford et al., GPT-2, 2019: decoder blocks with a causal mask, and the scores of words."""
    width, heads, length = net.size.of(256, 32), 4, net.size.of(64)
    table = {0: width, 1: 1000, 2: 0, 3: 1000 * width}
    x = net.add("Embed", net.words(length, 1000), table)
    x = net.binary(0, x, net.random_constant(length, width))
    mask = net.constant(np.triu(np.full((length, length), -1e4, np.float32), 1))
    for _ in range(net.size.blocks):
        x = net.binary(0, x, fused_qkv(net, net.layer_norm(x), heads, mask))
        x = net.binary(0, x, feed_forward(net, net.layer_norm(x)))
    net.output(net.linear(net.layer_norm(x), 1000))
