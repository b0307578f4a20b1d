"""Preprocess images with the ncnn wheel's own functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..image import Image, fitted_size


def mat_of_image(ncnn: Any, pixels: np.ndarray, image: Image) -> Any:
    """Convert an image `h,w,channels` to ncnn's `Mat`, as its examples do."""
    height, width = pixels.shape[:2]
    kind = getattr(ncnn.Mat.PixelType, f"PIXEL_{image.order.upper()}")
    if image.resize is None:
        mat = ncnn.Mat.from_pixels(pixels, kind, width, height)
    else:
        rows, columns = image.resize
        if image.letterbox is not None:
            rows, columns = fitted_size((height, width), image.resize)
        mat = ncnn.Mat.from_pixels_resize(pixels, kind, width, height, columns, rows)
        if image.letterbox is not None:
            mat = bordered(ncnn, mat, image.resize, image.letterbox)
    mat.substract_mean_normalize(
        list(image.per_channel(image.mean)), list(image.per_channel(image.norm))
    )
    return mat


def bordered(ncnn: Any, mat: Any, size: tuple[int, int], value: float) -> Any:
    """Return an image centred in a border of the given size."""
    rows, columns = size[0] - mat.h, size[1] - mat.w
    top, left = rows // 2, columns // 2
    borders = (top, rows - top, left, columns - left)
    result = ncnn.Mat()
    ncnn.copy_make_border(mat, result, *borders, ncnn.BorderType.BORDER_CONSTANT, value)
    return result
