"""Convert bytes of images to float32 channels, with ncnn's integer arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..dialects.pixel_types import ChannelSource, channel_sources

WEIGHT_ONE = 1 << 11
"""The weight 1 in fixed point."""


def resized_pixels(pixels: np.ndarray, height: int, width: int) -> np.ndarray:
    """
    Resize bytes by bilinear interpolation in fixed point. Shapes: `h,w,channels` to
    `height,width,channels`. Source: ncnn, `resize_bilinear_c3` of mat_pixel_resize.cpp.
    """
    channels = pixels.shape[2]
    rows, columns = axis_taps(height, pixels.shape[0]), axis_taps(width, pixels.shape[1])
    used, places = np.unique([at for at, _ in rows], return_inverse=True)
    needed = pixels[used].reshape(len(used), -1)
    left, right = (
        _weighted(needed, _bytes_of(at, channels), 1, np.repeat(weight, channels))
        for at, weight in columns
    )
    left += right
    left >>= 4
    upper, lower = (
        _weighted(left, at, 0, weight[:, None])
        for at, (_, weight) in zip(places.reshape(2, -1), rows, strict=True)
    )
    upper >>= 16
    lower >>= 16
    upper += lower
    upper += 2
    upper >>= 2
    return upper.reshape(height, width, channels)


def _bytes_of(places: np.ndarray, channels: int) -> np.ndarray:
    """Return the indices of the bytes of pixels."""
    return (places[:, None] * channels + np.arange(channels)).reshape(-1)


def _weighted(values: np.ndarray, at: np.ndarray, axis: int, weights: np.ndarray) -> np.ndarray:
    """Return values selected along an axis, each times a weight."""
    taken = values.take(at, axis).astype(np.int32, copy=False)
    taken *= weights
    return taken


def axis_taps(count: int, size: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the two nearest of `size` pixels, and their weights, for `count` positions."""
    place = (np.arange(count) + 0.5) * (size / count) - 0.5
    place = np.maximum(place.astype(np.float32), np.float32(0))
    first = place.astype(np.int32)
    after = place - first.astype(np.float32)
    at_end = first >= size - 1
    first = np.where(at_end, max(size - 2, 0), first)
    after = np.where(at_end, np.float32(1), after)
    weights = [np.float32(1) - after, after]
    fixed = [(w * np.float32(WEIGHT_ONE) + np.float32(0.5)).astype(np.int32) for w in weights]
    return [(first, fixed[0]), (np.minimum(first + 1, size - 1), fixed[1])]


def converted_channels(pixels: np.ndarray, order: str) -> np.ndarray:
    """Return the channels of a pixel type. Shapes: `h,w,channels` to `c,h,w`."""
    sources = channel_sources(order)
    channels = np.empty((len(sources), *pixels.shape[:2]), np.float32)
    for number, source in enumerate(sources):
        channels[number] = _converted(pixels, source)
    return channels


def _converted(pixels: np.ndarray, source: ChannelSource) -> np.ndarray | int:
    """Return a channel: one of the pixels' own, or a weighted sum of several."""
    if not source.weights:
        return source.constant
    if len(source.weights) == 1:
        return pixels[..., source.weights[0][0]]
    products = (pixels[..., index].astype(np.int32) * weight for index, weight in source.weights)
    return np.sum(list(products), axis=0) >> source.shift


def normalized(blob: np.ndarray, mean: Sequence[float], norm: Sequence[float]) -> np.ndarray:
    """
    Subtract a mean from each channel and multiply it, as a multiply-add with one rounding. Shapes:
    `c,...` to the same.
    """
    shape = (-1, *[1] * (blob.ndim - 1))
    means, norms = (np.array(values, np.float32).reshape(shape) for values in (mean, norm))
    shift = (-means * norms).astype(np.float64)
    return (blob.astype(np.float64) * norms + shift).astype(np.float32)
