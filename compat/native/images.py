"""Call the functions of `images.c` on arrays; callers check shapes."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ...dialects.pixel_types import channel_sources, formats_of
from .code import image_code

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...dialects.ncnn.layers.interp import AxisSamples

FORMULA = 6
"""Count of numbers in a channel's formula: the weights of four bytes, a shift, a constant."""
PLACE, INTEGER, NUMBER = ctypes.c_void_p, ctypes.c_int64, ctypes.c_float
IMAGE = (PLACE, *[INTEGER] * 4, PLACE, INTEGER, PLACE)
SIGNATURES: dict[str, tuple[Any, ...]] = {
    "convert_pixels": IMAGE,
    "resize_pixels": (*IMAGE, INTEGER, INTEGER, PLACE),
    "scale_and_shift": (PLACE, INTEGER, NUMBER, NUMBER),
    "resize_plane": (PLACE, INTEGER, PLACE, PLACE, PLACE),
}


@cache
def function_of(name: str) -> Callable[..., None]:
    """Return a function of the code."""
    return ctypes.CFUNCTYPE(None, *SIGNATURES[name])(image_code().address(name))


@cache
def formulas(order: str) -> np.ndarray:
    """Return the formula of each channel computed from pixels."""
    rows = np.zeros((len(formats_of(order)[1]), FORMULA), np.int32)
    for row, source in zip(rows, channel_sources(order), strict=True):
        for byte, weight in source.weights:
            row[byte] = weight
        row[4:] = source.shift, source.constant
    return rows


def blob_of(pixels: np.ndarray, order: str, height: int, width: int) -> np.ndarray:
    """
    Return the blob `c,height,width` of pixels `h,w,channels`, which are contiguous in each row;
    interpolate if the size differs.
    """
    rows, columns, channels = pixels.shape
    table = formulas(order)
    blob = np.empty((len(table), height, width), np.float32)
    image = (pixels.ctypes.data, pixels.strides[0], rows, columns, channels)
    made = (table.ctypes.data, len(table), blob.ctypes.data)
    if (rows, columns) == (height, width):
        function_of("convert_pixels")(*image, *made)
        return blob
    workspace = np.empty(3 * (height + width) + 2 * (channels * width + 8), np.int32)
    function_of("resize_pixels")(*image, *made, height, width, workspace.ctypes.data)
    return blob


def scale_and_shift(values: np.ndarray, scale: np.float32, shift: np.float32) -> None:
    """Multiply contiguous float32 values and add a number, with one rounding."""
    function_of("scale_and_shift")(values.ctypes.data, values.size, scale, shift)


class Samples(ctypes.Structure):
    """`struct samples`."""

    _fields_ = (("at", PLACE), ("weights", PLACE), ("count", INTEGER), ("taps", INTEGER))

    @classmethod
    def of(cls, samples: AxisSamples) -> Samples:
        """Return the samples of an axis, which must outlive the result."""
        count, taps = samples.indices.shape
        return cls(samples.indices.ctypes.data, samples.weights.ctypes.data, count, taps)


def resized_planes(values: np.ndarray, down: AxisSamples, across: AxisSamples) -> np.ndarray:
    """Return contiguous float32 planes, resampled along their last two axes."""
    height, width = len(down.indices), len(across.indices)
    planes = values.reshape(-1, *values.shape[-2:])
    result = np.empty((len(planes), height, width), np.float32)
    workspace = np.empty(max(4 * width, planes.shape[-1]), np.float32)
    axes = (Samples * 2)(Samples.of(down), Samples.of(across))
    resize = function_of("resize_plane")
    for plane, made in zip(planes, result, strict=True):
        resize(plane.ctypes.data, plane.shape[1], axes, made.ctypes.data, workspace.ctypes.data)
    return result.reshape(*values.shape[:-2], height, width)
