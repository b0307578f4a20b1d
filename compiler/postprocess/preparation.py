"""Images as Ultralytics prepares them for a model."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..bundle.metadata import Metadata
from ..image import Image, ImagePlacement
from ..pixels import resized_pixels

BORDER = 114
"""The value of the pixels around an image."""
WHITE = 255


def letterboxed(pixels: np.ndarray, size: tuple[int, int]) -> tuple[np.ndarray, ImagePlacement]:
    """
    Return an image in its proportions in the middle of a size, and where it lies.

    Other than ncnn's examples, Ultralytics rounds the size of the image to the nearest, and puts
    the odd row of the border below it. Source: Ultralytics, data/augment.py, `LetterBox`.
    Shapes: bytes `h,w,channels` to `height,width,channels`.
    """
    height, width = pixels.shape[:2]
    ratio = min(size[0] / height, size[1] / width)
    inner = max(round(height * ratio), 1), max(round(width * ratio), 1)
    top, left = (max(round((size[i] - inner[i]) / 2 - 0.1), 0) for i in (0, 1))
    boxed = np.full((*size, pixels.shape[2]), BORDER, np.uint8)
    resized = pixels if inner == (height, width) else resized_pixels(pixels, *inner)
    boxed[top : top + inner[0], left : left + inner[1]] = resized
    return boxed, ImagePlacement((inner[0] / height, inner[1] / width), (top, left))


def center_crop(pixels: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """
    Return the middle of an image whose shorter side is scaled to a size, for classifiers; all of
    it, stretched, if the size is no square.

    Source: Ultralytics, data/augment.py, `classify_transforms`. Shapes: as `letterboxed`.
    """
    from PIL import Image as images

    height, width = pixels.shape[:2]
    scaled = size
    if size[0] == size[1]:
        shorter = min(height, width)
        scaled = height * size[0] // shorter, width * size[1] // shorter
    image = images.fromarray(pixels if pixels.shape[2] > 1 else pixels[..., 0])
    resized = np.asarray(image.resize((scaled[1], scaled[0]), images.Resampling.BILINEAR))
    top, left = (round((own - most) / 2) for own, most in zip(scaled, size, strict=True))
    return resized.reshape(*scaled, -1)[top : top + size[0], left : left + size[1]]


def normalized(
    pixels: np.ndarray, mean: tuple[float, ...] | None, norm: tuple[float, ...] | None
) -> np.ndarray:
    """
    Return the blob of an image: `(value - mean) * norm`, by default in 0..1.

    Shapes: bytes `h,w,c` to `c,h,w`; a mean and a norm for each channel, or one for all.
    """
    means = np.array((0.0,) if mean is None else mean, np.float32).reshape(-1, 1, 1)
    blob = pixels.transpose(2, 0, 1).astype(np.float32) - means
    if norm is None:
        return blob / np.float32(WHITE)
    return blob * np.array(norm, np.float32).reshape(-1, 1, 1)


def sample_image(metadata: Metadata) -> Image:
    """Return ncnn's steps nearest to Ultralytics', for calibration, in the input's size."""
    image = Image(norm=(1 / WHITE,))
    if metadata.task == "classify":
        return image
    size = metadata.image_size or (metadata.stride, metadata.stride)
    return replace(image, resize=size, letterbox=BORDER)
