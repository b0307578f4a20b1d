"""Write hints for arrays that do not fit an input."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from typing import cast

import numpy as np

Shape = tuple[int, ...]

IMAGE_AXES = 3
IMAGE_SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".bmp")
BYTES_OF_PIXEL = (1, 3, 4)
MODES = {"gray": "L", "rgba": "RGBA", "bgra": "RGBA"}
"""Pillow's names for pixels; others are RGB."""


def array_hint(value: object, dtype: str, pixels: str = "") -> str:
    """Say how to make an array from another object, or from the name of an image file."""
    if isinstance(value, Mapping):
        return "; hint: run() takes arrays by name"
    if isinstance(value, str | os.PathLike):
        image = f"np.asarray(PIL.Image.open(path).convert('{MODES.get(pixels, 'RGB')}'))"
        if not pixels and str(value).lower().endswith(IMAGE_SUFFIXES):
            return f"; hint: compile with preprocess=, which takes {image}"
        return f"; hint: open the file, {image if pixels else 'np.load(path)'}"
    if isinstance(value, bytes):
        return f"; hint: use np.frombuffer(value, np.{dtype}).reshape(...)"
    if isinstance(value, (Sequence, int, float)):
        return f"; hint: use np.asarray(value, np.{dtype})"
    return ""


def batch_hint(wanted: Shape, given: Shape) -> str:
    """Say what to do if the number of items differs from the batch."""
    at_a_time = f"; hint: the model takes {wanted[0]} at a time"
    if given == wanted[1:]:
        return f"{at_a_time}, np.stack([...])"
    if given[1:] == wanted[1:] and 0 < len(given) and given[0] < wanted[0]:
        return f"{at_a_time}, fill up what is missing"
    return ""


def shape_hint(wanted: Shape, given: Shape) -> str:
    """Say what to do with a wrong shape, if that can be guessed."""
    if given == (1, *wanted):
        return "; hint: leave out the batch dimension, array[0]"
    if given[1:] == wanted:
        return f"; hint: give one after the other, or compile with batch={given[0]}"
    if len(wanted) == IMAGE_AXES and given == (*wanted[1:], wanted[0]):
        return "; hint: channels come first, array.transpose(2, 0, 1)"
    if math.prod(given) == math.prod(wanted):
        return f"; hint: use .reshape({wanted}) if the order of the elements is right"
    return ""


def takes_image(wanted: Shape) -> bool:
    """Return whether a blob may be a converted image."""
    return len(wanted) == IMAGE_AXES and wanted[0] in BYTES_OF_PIXEL


def image_hint(name: str, dtype: str, given: object) -> str:
    """Say how to give an image `h,w,channels` of bytes to a model that takes blobs of floats."""
    if dtype != "float32" or not isinstance(given, np.ndarray):
        return ""
    array = cast("np.ndarray", given)  # of any elements
    if array.dtype != np.uint8 or not is_image(array.shape):
        return ""
    return f"; hint: for images compile with preprocess={{'{name}': ncnnc.Image(...)}}"


def is_image(shape: Shape) -> bool:
    """Return whether an array may be an image: `h,w` or `h,w,channels`."""
    return len(shape) == IMAGE_AXES - 1 or (
        len(shape) == IMAGE_AXES and shape[-1] in BYTES_OF_PIXEL
    )


def pixels_hint(wanted: Shape, given: Shape, pixels: str) -> str:
    """Say what to do if the channels of an image differ from the model's `pixels`."""
    if not pixels or len(wanted) != IMAGE_AXES:
        return ""
    channels = wanted[-1]
    if len(given) == IMAGE_AXES and given[0] == channels and given[-1] not in BYTES_OF_PIXEL:
        return "; hint: channels come last, array.transpose(1, 2, 0)"
    if not is_image(given):
        return ""
    count = 1 if len(given) < IMAGE_AXES else given[-1]
    blue_first = pixels.startswith("bgr")
    orders = {1: "gray", 3: "bgr" if blue_first else "rgb", 4: "bgra" if blue_first else "rgba"}
    if count == channels:
        return ""
    return f"; hint: compile with another order, such as '{orders[count]}2{pixels}'"
