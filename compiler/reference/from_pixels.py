"""Images as blobs, in the integers that ncnn computes with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ...dialects.constraints import float_list, int_list
from ...dialects.ncnn.internal.from_pixels import FromPixelsOp, FromPixelsResizeOp, PixelsOp
from ...dialects.pixel_types import channel_sources
from ..image import Image, fitted_size
from .support import array_function

WEIGHT_ONE = 1 << 11
"""The weight 1."""


def resized_pixels(pixels: np.ndarray, height: int, width: int) -> np.ndarray:
    """
    Bilinear interpolation of bytes in fixed point. Shapes: `h,w,channels` to
    `height,width,channels`. Source: ncnn, `resize_bilinear_c3` of mat_pixel_resize.cpp.
    """
    rows, columns = axis_taps(height, pixels.shape[0]), axis_taps(width, pixels.shape[1])
    wide = pixels.astype(np.int32)
    left, right = (wide[:, at] * weight[:, None] for at, weight in columns)
    across = (left + right) >> 4
    upper, lower = ((across[at] * weight[:, None, None]) >> 16 for at, weight in rows)
    return (upper + lower + 2) >> 2


def axis_taps(count: int, size: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Along an axis of `size`: for `count` places the two nearest pixels, and their weights."""
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
    """The channels that a type of pixels stands for. Shapes: `h,w,channels` to `c,h,w`."""
    channels: list[np.ndarray] = []
    for source in channel_sources(order):
        value = np.full(pixels.shape[:2], source.constant, np.int32)
        for index, weight in source.weights:
            value += pixels[..., index].astype(np.int32) * weight
        channels.append(value >> source.shift)
    return np.stack(channels).astype(np.float32)


def blob_of_image(pixels: np.ndarray, image: Image) -> np.ndarray:
    """Convert an image with all requested steps. Shapes: `h,w,channels` to `c,h,w`."""
    if image.resize is None:
        blob = converted_channels(pixels, image.order)
    elif image.letterbox is None:
        blob = converted_channels(resized_pixels(pixels, *image.resize), image.order)
    else:
        blob = letterboxed(pixels, image.order, image.resize, image.letterbox)
    return normalized(blob, image.per_channel(image.mean), image.per_channel(image.norm))


def normalized(blob: np.ndarray, mean: Sequence[float], norm: Sequence[float]) -> np.ndarray:
    """A value and the product that is subtracted, in one rounding, as a multiply-add has it."""
    means, norms = (np.array(values, np.float32).reshape(-1, 1, 1) for values in (mean, norm))
    shift = (-means * norms).astype(np.float64)
    return (blob.astype(np.float64) * norms + shift).astype(np.float32)


def letterboxed(pixels: np.ndarray, order: str, size: tuple[int, int], border: float) -> np.ndarray:
    """An image in the middle of a border, in its proportions. Shapes: as `converted_channels`."""
    height, width = fitted_size(pixels.shape[:2], size)
    top, left = (size[0] - height) // 2, (size[1] - width) // 2
    inner = converted_channels(resized_pixels(pixels, height, width), order)
    blob = np.full((len(inner), *size), border, np.float32)
    blob[:, top : top + height, left : left + width] = inner
    return blob


def image_of(op: PixelsOp) -> Image:
    """The steps that an op takes."""
    image = Image(
        mean=tuple(float_list(op.mean)), norm=tuple(float_list(op.norm)), order=op.pixel_type.data
    )
    if not isinstance(op, FromPixelsResizeOp):
        return image
    height, width = int_list(op.size)
    letterbox = None if op.letterbox is None else op.letterbox.value.data
    return replace(image, resize=(height, width), letterbox=letterbox)


array_function(FromPixelsOp)(lambda op, x: blob_of_image(x, image_of(op)))
array_function(FromPixelsResizeOp)(lambda op, x, extents: blob_of_image(x, image_of(op)))
