"""Detectors of Ultralytics, with the head that decodes boxes."""

from __future__ import annotations

from math import sqrt

import numpy as np

from ..converted.builder import Blob, ConvertedNetwork
from .blocks import enlarged, swish, with_weight

BINS = 16
CLASSES = 5
IMAGE = 64
STRIDES = (8, 16, 32)
WIDTH = 8


def bottleneck(net: ConvertedNetwork, x: Blob, shortcut: bool) -> Blob:
    """Two convolutions, and a sum."""
    y = swish(net, swish(net, x, x.shape[0], 3), x.shape[0], 3)
    return net.binary(0, x, y) if shortcut else y


def c2f(net: ConvertedNetwork, x: Blob, channels: int, shortcut: bool = True) -> Blob:
    """YOLOv8's block: half of the channels through bottlenecks, all results joined."""
    parts = net.slices(swish(net, x, channels), 2, 0)
    parts.append(bottleneck(net, parts[-1], shortcut))
    return swish(net, net.concat(*parts), channels)


def c3k2(net: ConvertedNetwork, x: Blob, channels: int, shortcut: bool = True) -> Blob:
    """YOLO11's: as C2f, with two bottlenecks beside a convolution in the place of one."""
    parts = net.slices(swish(net, x, channels), 2, 0)
    y = swish(net, parts[-1], channels // 4)
    y = bottleneck(net, bottleneck(net, y, shortcut), shortcut)
    y = net.concat(y, swish(net, parts[-1], channels // 4))
    parts.append(swish(net, y, channels // 2))
    return swish(net, net.concat(*parts), channels)


def sppf(net: ConvertedNetwork, x: Blob) -> Blob:
    """Maxima of ever larger neighbourhoods."""
    parts = [swish(net, x, x.shape[0] // 2)]
    for _ in range(3):
        window = {0: 0, 1: 5, 11: 5, 2: 1, 12: 1, 3: 2, 13: 2, 5: 1}
        parts.append(net.add("Pooling", parts[-1], window, "maxpool2d"))
    return swish(net, net.concat(*parts), x.shape[0])


def c2psa(net: ConvertedNetwork, x: Blob) -> Blob:
    """YOLO11's attention between all pixels, of half of the channels."""
    kept, y = net.slices(swish(net, x, x.shape[0]), 2, 0)
    y = net.binary(0, y, pixel_attention(net, y, heads=2))
    y = net.binary(0, y, net.convolution(swish(net, y, 2 * y.shape[0]), y.shape[0]))
    return swish(net, net.concat(kept, y), x.shape[0])


def pixel_attention(net: ConvertedNetwork, x: Blob, heads: int) -> Blob:
    """Keys of half the width of values; positions come from a filter on the values."""
    channels, height, width = x.shape
    value_size = channels // heads
    key_size = value_size // 2
    qkv = net.convolution(x, heads * (2 * key_size + value_size))
    rows = net.reshape(qkv, heads, 2 * key_size + value_size, height * width)
    query, key, value = net.add_many(
        "Slice", rows, {0: (key_size, key_size, -233), 1: 1}, "split", 3
    )
    scores = net.add("MatMul", [net.permute(query, 1), key])
    scores = net.softmax(net.scaled(scores, 1 / sqrt(key_size)), 2)
    y = net.add("MatMul", [value, net.permute(scores, 1)])
    y = net.reshape(y, channels, height, width)
    places = net.depthwise(net.reshape(value, channels, height, width), 3)
    return net.convolution(net.binary(0, y, places), channels)


def backbone(net: ConvertedNetwork, newer: bool) -> list[Blob]:
    """Features at the three strides."""
    block = c3k2 if newer else c2f
    x = swish(net, net.input(3, IMAGE, IMAGE), WIDTH, 3, 2)
    x = block(net, swish(net, x, 2 * WIDTH, 3, 2), 2 * WIDTH)
    levels: list[Blob] = []
    for channels in (4 * WIDTH, 4 * WIDTH, 8 * WIDTH):
        x = block(net, swish(net, x, channels, 3, 2), channels)
        levels.append(x)
    x = sppf(net, x)
    levels[-1] = c2psa(net, x) if newer else x
    return levels


def neck(net: ConvertedNetwork, levels: list[Blob], newer: bool) -> list[Blob]:
    """Down to fine pixels and up again, levels being joined each time."""
    block = c3k2 if newer else c2f
    fine, middle, coarse = levels
    middle = block(net, net.concat(enlarged(net, coarse), middle), 4 * WIDTH, False)
    fine = block(net, net.concat(enlarged(net, middle), fine), 4 * WIDTH, False)
    middle = net.concat(swish(net, fine, 4 * WIDTH, 3, 2), middle)
    middle = block(net, middle, 4 * WIDTH, False)
    coarse = net.concat(swish(net, middle, 4 * WIDTH, 3, 2), coarse)
    return [fine, middle, block(net, coarse, 8 * WIDTH, False)]


def head(net: ConvertedNetwork, levels: list[Blob], newer: bool) -> None:
    """
    Scores of classes, and boxes as the means of distributions over distances to each side (Li et
    al., "Generalized Focal Loss", 2020), around constant anchors.
    """
    rows: list[Blob] = []
    for x in levels:
        sides = net.convolution(swish(net, swish(net, x, 16, 3), 16, 3), 4 * BINS)
        scores = x
        for _ in range(2):
            scores = net.add("Swish", net.depthwise(scores, 3)) if newer else scores
            scores = swish(net, scores, 16, 1 if newer else 3)
        both = net.concat(sides, net.convolution(scores, CLASSES))
        rows.append(net.reshape(both, 4 * BINS + CLASSES, x.shape[1] * x.shape[2]))
    found = net.concat(*rows, axis=1)
    sides, scores = net.add_many("Slice", found, {0: (4 * BINS, -233), 1: 0}, "split", 2)
    boxes = decoded(net, sides)
    net.output(net.concat(boxes, net.add("Sigmoid", scores)))


def decoded(net: ConvertedNetwork, sides: Blob) -> Blob:
    """Centres and sizes of boxes, in pixels."""
    count = sides.shape[1]
    parts = net.permute(net.reshape(sides, 4, BINS, count), 2)
    parts = net.softmax(parts, 0)
    one = {0: 1, 1: 1, 11: 1, 5: 0, 6: BINS}
    mean = net.add("Convolution", parts, one, "conv")
    with_weight(net, "weight", np.arange(BINS).reshape(1, BINS, 1, 1))
    before, after = net.slices(net.reshape(mean, 4, count), 2, 0)
    places = [
        ((i % (IMAGE // s)) + 0.5, i // (IMAGE // s) + 0.5, s)
        for s in STRIDES
        for i in range((IMAGE // s) ** 2)
    ]
    table = np.array(places, np.float32).T
    anchors = net.constant(table[:2])
    low = net.binary(1, anchors, before)
    high = net.binary(0, net.constant(table[:2]), after)
    centre = net.scaled(net.binary(0, low, high), 0.5)
    boxes = net.concat(centre, net.binary(1, high, low))
    return net.binary(2, boxes, net.constant(table[2:]))


def detector(net: ConvertedNetwork) -> None:
    """YOLOv8 (Ultralytics, 2023)."""
    head(net, neck(net, backbone(net, newer=False), newer=False), newer=False)


def detector_with_attention(net: ConvertedNetwork) -> None:
    """YOLO11 (Ultralytics, 2024)."""
    head(net, neck(net, backbone(net, newer=True), newer=True), newer=True)
