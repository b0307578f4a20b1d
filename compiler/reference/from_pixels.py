"""Images as blobs, in the integers that ncnn computes with."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...dialects.constraints import float_list, int_list
from ...dialects.ncnn.internal.from_pixels import FromPixelsOp, FromPixelsResizeOp, PixelsOp
from ..image import Image, fitted_size
from ..pixels import converted_channels, normalized, resized_pixels
from .support import array_function


def blob_of_image(pixels: np.ndarray, image: Image) -> np.ndarray:
    """Convert an image with all requested steps. Shapes: `h,w,channels` to `c,h,w`."""
    if image.resize is None:
        blob = converted_channels(pixels, image.order)
    elif image.letterbox is None:
        blob = converted_channels(resized_pixels(pixels, *image.resize), image.order)
    else:
        blob = letterboxed(pixels, image.order, image.resize, image.letterbox)
    return normalized(blob, image.per_channel(image.mean), image.per_channel(image.norm))


def letterboxed(pixels: np.ndarray, order: str, size: tuple[int, int], border: float) -> np.ndarray:
    """
    Return an image in the middle of a border, in its proportions. Shapes: as `converted_channels`.
    """
    height, width = fitted_size(pixels.shape[:2], size)
    top, left = (size[0] - height) // 2, (size[1] - width) // 2
    inner = converted_channels(resized_pixels(pixels, height, width), order)
    blob = np.full((len(inner), *size), border, np.float32)
    blob[:, top : top + height, left : left + width] = inner
    return blob


def image_of(op: PixelsOp) -> Image:
    """Return the steps that an op takes."""
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
