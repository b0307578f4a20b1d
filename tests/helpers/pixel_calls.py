"""Random calls of `Mat.from_pixels` and its kin, of the wheel and of `ncnnc.compat`."""

from __future__ import annotations

from typing import Any

import numpy as np
from ncnnc.dialects.pixel_types import PIXEL_TYPES, formats_of

from tests.helpers.mat_calls import Call, place


def pixels(rng: np.random.Generator) -> tuple[np.ndarray, str, list[int]]:
    """Return bytes, the name of their type, and width, height and, half the time, a stride."""
    order = str(rng.choice(PIXEL_TYPES))
    height, width = rng.integers(2, 40, 2).tolist()
    stride = width * len(formats_of(order)[0]) + int(rng.integers(0, 9)) * int(rng.integers(2))
    array = rng.integers(0, 256, height * stride).astype(np.uint8)
    given = [width, height, stride] if rng.integers(2) else [width, height]
    return array, f"PIXEL_{order.upper()}", given


def area(rng: np.random.Generator, given: list[int]) -> list[int]:
    """Return an area of at least 2 by 2, so that there is something to interpolate."""
    (x, w), (y, h) = (place(rng, extent - 1) for extent in given[:2])
    return [x, y, w + 1, h + 1]


def from_pixels(ncnn: Any, rng: np.random.Generator) -> Any:
    array, kind, given = pixels(rng)
    return ncnn.Mat.from_pixels(array, ncnn.Mat.PixelType.__members__[kind], *given)


def from_pixels_resize(ncnn: Any, rng: np.random.Generator) -> Any:
    array, kind, given = pixels(rng)
    target = rng.integers(2, 50, 2).tolist()
    type = ncnn.Mat.PixelType.__members__[kind]
    return ncnn.Mat.from_pixels_resize(array, type, *given, *target)


def from_pixels_roi(ncnn: Any, rng: np.random.Generator) -> Any:
    array, kind, given = pixels(rng)
    type = ncnn.Mat.PixelType.__members__[kind]
    return ncnn.Mat.from_pixels_roi(array, type, *given, *area(rng, given))


def from_pixels_roi_resize(ncnn: Any, rng: np.random.Generator) -> Any:
    array, kind, given = pixels(rng)
    target = rng.integers(2, 50, 2).tolist()
    type = ncnn.Mat.PixelType.__members__[kind]
    return ncnn.Mat.from_pixels_roi_resize(array, type, *given, *area(rng, given), *target)


PIXELS: tuple[Call, ...] = (
    *(from_pixels, from_pixels_resize, from_pixels_roi, from_pixels_roi_resize),
)
"""Calls whose results have the wheel's bits."""
