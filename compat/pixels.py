"""Convert bytes of images to blobs, for `Mat.from_pixels` and similar methods."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np

from ..dialects.pixel_types import PIXEL_TYPES, formats_of
from ..runtime.warning import warn
from .allocators import Allocator
from .values import NamedNumber


class PixelType(NamedNumber):
    """
    The order of a pixel's bytes and, in the upper 16 bits, of the resulting channels.
    """

    PIXEL_CONVERT_SHIFT = 16
    PIXEL_FORMAT_MASK = 0xFFFF
    PIXEL_CONVERT_MASK = 0xFFFF0000
    PIXEL_RGB = 1
    PIXEL_BGR = 2
    PIXEL_GRAY = 3
    PIXEL_RGBA = 4
    PIXEL_BGRA = 5
    PIXEL_RGB2BGR = 1 | 2 << 16
    PIXEL_RGB2GRAY = 1 | 3 << 16
    PIXEL_RGB2RGBA = 1 | 4 << 16
    PIXEL_RGB2BGRA = 1 | 5 << 16
    PIXEL_BGR2RGB = 2 | 1 << 16
    PIXEL_BGR2GRAY = 2 | 3 << 16
    PIXEL_BGR2RGBA = 2 | 4 << 16
    PIXEL_BGR2BGRA = 2 | 5 << 16
    PIXEL_GRAY2RGB = 3 | 1 << 16
    PIXEL_GRAY2BGR = 3 | 2 << 16
    PIXEL_GRAY2RGBA = 3 | 4 << 16
    PIXEL_GRAY2BGRA = 3 | 5 << 16
    PIXEL_RGBA2RGB = 4 | 1 << 16
    PIXEL_RGBA2BGR = 4 | 2 << 16
    PIXEL_RGBA2GRAY = 4 | 3 << 16
    PIXEL_RGBA2BGRA = 4 | 5 << 16
    PIXEL_BGRA2RGB = 5 | 1 << 16
    PIXEL_BGRA2BGR = 5 | 2 << 16
    PIXEL_BGRA2GRAY = 5 | 3 << 16
    PIXEL_BGRA2RGBA = 5 | 4 << 16


ORDERS = {int(PixelType[f"PIXEL_{name.upper()}"]): name for name in PIXEL_TYPES}
AREA = ("roix", "roiy", "roiw", "roih")
TARGET = ("target_width", "target_height")


def blob_of_pixels(
    array: object, type: int, given: tuple[Any, ...], named: dict[str, Any], names: tuple[str, ...]
) -> np.ndarray | None:
    """
    Return the blob `c,h,w` of bytes, given ncnn's arguments: `w, h`, optionally `stride`, then
    `names` (an area, a size). Return None, with a warning, if an area is outside the image.

    Raises: TypeError, ValueError unless it is an image of this size and type.
    """
    values = arguments(given, named, ("w", "h"), names)
    order = ORDERS.get(int(type))
    if order is None:
        raise ValueError(f"no type of pixels has the number {int(type)}: see Mat.PixelType")
    w, h = values["w"], values["h"]
    if w <= 0 or h <= 0:
        return None
    area = tuple(values[name] for name in AREA if name in values)
    x, y, width, height = area or (0, 0, w, h)
    if x < 0 or y < 0 or width <= 0 or height <= 0 or x + width > w or y + height > h:
        warn(f"roi {x} {y} {width} {height} out of image {w} {h}: the Mat is empty")
        return None
    pixels = image_of(array, len(formats_of(order)[0]), w, h, values.get("stride"))
    pixels = pixels[y : y + height, x : x + width]
    size = values.get("target_height", height), values.get("target_width", width)
    if min(size) <= 0:
        return None
    from .native.images import blob_of

    return blob_of(pixels, order, *size)


def arguments(
    given: tuple[Any, ...], named: dict[str, Any], first: tuple[str, ...], last: tuple[str, ...]
) -> dict[str, int]:
    """
    Name arguments: `first`, optionally `stride`, then `last`; allocators are left out. Raises:
    TypeError for others.
    """
    values = {name: value for name, value in named.items() if name != "allocator"}
    numbers = [value for value in given if value is not None and not isinstance(value, Allocator)]
    count = len(numbers) + len(values)
    has_stride = "stride" not in values and count > len(first) + len(last)
    order = (*first, *(("stride",) if has_stride else ()), *last)
    names = [name for name in order if name not in values]
    wanted = {*order, *(("stride",) if "stride" in values else ())}
    if len(numbers) != len(names) or {*names, *values} != wanted:
        known = ", ".join((*first, "stride", *last))
        raise TypeError(f"from_pixels takes {known}; stride may be left out")
    return {
        name: index(value) for name, value in [*zip(names, numbers, strict=True), *values.items()]
    }


def image_of(array: object, channels: int, w: int, h: int, stride: int | None) -> np.ndarray:
    """
    Return bytes `h,w,channels` of an array with rows at a distance of `stride` bytes.

    Raises: TypeError if elements are no bytes, ValueError for too few.
    """
    found = array if isinstance(array, np.ndarray) else np.asarray(memoryview(array))  # pyright: ignore
    if found.dtype.itemsize != 1:
        raise TypeError(
            f"pixels are bytes, not elements of type {found.dtype}: use astype(np.uint8)"
        )
    row = w * channels
    if not found.flags.c_contiguous:
        if stride is not None and found.ndim > 1 and stride == found.strides[0]:
            stride = found[0].size
        found = np.ascontiguousarray(found)
    flat = found.reshape(-1).view(np.uint8)
    stride = row if stride is None else stride
    if stride < row or flat.size < (h - 1) * stride + row:
        needed = f"{w}x{h} pixels of {channels} bytes in rows of {stride} bytes"
        raise ValueError(f"{needed} are not in an array of {flat.size} bytes")
    if flat.size < h * stride:
        flat = np.pad(flat, (0, h * stride - flat.size))
    return flat[: h * stride].reshape(h, stride)[:, :row].reshape(h, w, channels)
