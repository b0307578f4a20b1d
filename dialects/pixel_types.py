"""
Pixel formats, named as in ncnn's `Mat::from_pixels`: the bytes of a pixel, and their conversion.

`rgb` keeps the order of channels, `rgb2bgr` reverses it.
"""

from __future__ import annotations

from dataclasses import dataclass

PIXEL_FORMATS = {"rgb": "rgb", "bgr": "bgr", "gray": "y", "rgba": "rgba", "bgra": "bgra"}
"""Name of a format -> its channels, a byte each."""
PIXEL_TYPES = (
    *PIXEL_FORMATS,
    *("rgb2bgr", "rgb2gray", "rgb2rgba", "rgb2bgra"),
    *("bgr2rgb", "bgr2gray", "bgr2rgba", "bgr2bgra"),
    *("gray2rgb", "gray2bgr", "gray2rgba", "gray2bgra"),
    *("rgba2rgb", "rgba2bgr", "rgba2gray", "rgba2bgra"),
    *("bgra2rgb", "bgra2bgr", "bgra2gray", "bgra2rgba"),
)
"""ncnn's `PixelType`, without `PIXEL_`."""

GRAY_WEIGHTS = {"r": 77, "g": 150, "b": 29}
"""Weights of a gray pixel, in units of 1/256."""
GRAY_SHIFT = 8
OPAQUE = 255
"""Alpha of a pixel without an alpha channel."""


@dataclass(frozen=True)
class ChannelSource:
    """The formula of a channel: `sum(weight * byte) >> shift`, or `constant` without any byte."""

    weights: tuple[tuple[int, int], ...]
    """Pairs of a byte's number in the pixel, and its weight."""
    shift: int = 0
    constant: int = 0


def formats_of(pixel_type: str) -> tuple[str, str]:
    """Return the channels of input and output: `rgb` and `bgr` for `rgb2bgr`."""
    source, _, result = pixel_type.partition("2")
    return PIXEL_FORMATS[source], PIXEL_FORMATS[result or source]


def channel_sources(pixel_type: str) -> tuple[ChannelSource, ...]:
    """Return the formula of each output channel."""
    source, result = formats_of(pixel_type)
    return tuple(_source_of(channel, source) for channel in result)


def _source_of(channel: str, source: str) -> ChannelSource:
    if channel in source:
        return ChannelSource(((source.index(channel), 1),))
    if channel == "y":
        weights = tuple((source.index(c), weight) for c, weight in GRAY_WEIGHTS.items())
        return ChannelSource(weights, GRAY_SHIFT)
    if channel == "a":
        return ChannelSource((), constant=OPAQUE)
    return ChannelSource(((source.index("y"), 1),))
