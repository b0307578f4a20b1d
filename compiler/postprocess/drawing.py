"""Draw the objects that were found in an image."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..diagnostics import UsageError
from .findings import FoundObject
from .picture_formats import FORMATS

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

COLORS = (
    *((230, 25, 75), (60, 180, 75), (0, 130, 200), (245, 130, 48), (145, 30, 180)),
    *((0, 150, 150), (240, 50, 230), (128, 128, 0), (170, 110, 40), (128, 0, 0), (0, 0, 128)),
)
"""Of classes, by number; white text is readable on each."""
MASK_OPACITY = 0.45
SMALLEST_TEXT, LARGEST_TEXT = 11, 40
"""Height of letters. Units: pixels."""
TEXT_PART = 36
"""Letters are this part of the shorter side of an image."""
FAR = 1e5
"""Beyond all images. Units: pixels."""
PERSON_POINTS = 17
PERSON = (
    *((0, 1), (0, 2), (1, 3), (2, 4), (5, 6), (5, 7), (7, 9), (6, 8), (8, 10)),
    *((5, 11), (6, 12), (11, 12), (11, 13), (13, 15), (12, 14), (14, 16)),
)
"""The joined keypoints of a person in COCO, from nose and eyes to knees and ankles."""


def picture(pixels: np.ndarray, found: Sequence[FoundObject], path: str) -> bytes:
    """Draw on bytes `h,w,3` or `h,w,1`, in the format of the suffix of `path`."""
    try:
        from PIL import Image as images
        from PIL import ImageDraw
    except ImportError as error:
        raise UsageError("drawing needs pillow: pip install 'ncnnc[image]'") from error
    canvas = np.repeat(pixels, 3, axis=2) if pixels.shape[2] == 1 else pixels.copy()
    for each in reversed(found):
        paint_mask(canvas, each)
    image = images.fromarray(canvas)
    draw = ImageDraw.Draw(image)
    unit = min(max(min(image.size) // TEXT_PART, SMALLEST_TEXT), LARGEST_TEXT)
    for each in reversed(found):
        draw_lines(draw, each, max(unit // 8, 2))
    for row, each in reversed(list(enumerate(found))):
        draw_label(draw, each, unit, row)
    file = io.BytesIO()
    image.save(file, FORMATS[Path(path).suffix.lower()])
    return file.getvalue()


def color_of(found: FoundObject) -> tuple[int, int, int]:
    return COLORS[found.label % len(COLORS)]


def paint_mask(canvas: np.ndarray, found: FoundObject) -> None:
    """Tint the pixels of an object."""
    if found.mask is None:
        return
    top, left = max(found.mask.top, 0), max(found.mask.left, 0)
    region = canvas[top:, left:][: found.mask.pixels.shape[0], : found.mask.pixels.shape[1]]
    chosen = found.mask.pixels[: region.shape[0], : region.shape[1]]
    tinted = region[chosen] * (1 - MASK_OPACITY) + np.array(color_of(found)) * MASK_OPACITY
    region[chosen] = tinted.astype(np.uint8)


def draw_lines(draw: ImageDraw, found: FoundObject, width: int) -> None:
    """Draw the box of an object, its keypoints, and what joins these."""
    color = color_of(found)
    if found.corners is not None:
        points = places_of(found.corners)
        draw.line([*points, points[0]], color, width)
    elif found.box is not None:
        (x0, y0), (x1, y1) = places_of(np.sort(np.reshape(found.box, (2, 2)), axis=0))
        draw.rectangle((x0, y0, x1, y1), outline=color, width=width)
    if found.keypoints is None:
        return
    points, seen = found.keypoints, found.seen
    places = places_of(points[:, :2])
    for first, second in PERSON if len(points) == PERSON_POINTS else ():
        if seen[first] and seen[second]:
            draw.line([places[first], places[second]], color, width)
    for (x, y), is_seen in zip(places, seen, strict=True):
        if is_seen:
            radius = 1.5 * width
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), color)


def places_of(points: np.ndarray) -> list[tuple[float, float]]:
    """Return points as pillow takes them: none is far away."""
    return [(float(x), float(y)) for x, y in points.clip(-FAR, FAR)]


def draw_label(draw: ImageDraw, found: FoundObject, unit: int, row: int) -> None:
    """Write name and score above a box, or inside of it at the edge; of classes, row by row."""
    from PIL import ImageFont

    font = ImageFont.load_default(unit)
    text = f"{found.name} {found.score:.2f}".replace("\n", " ")
    x, y = 0.0, row * 1.4 * unit
    if found.box is not None:
        ((x, y),) = places_of(np.reshape(found.box, (2, 2)).min(axis=0)[None])
    height, width = 1.3 * unit, draw.textlength(text, font=font) + unit / 2
    y = max(y - height, 0.0) if found.box is not None else y
    draw.rectangle((x, y, x + width, y + height), fill=color_of(found))
    draw.text((x + unit / 4, y + unit / 8), text, fill="white", font=font)
