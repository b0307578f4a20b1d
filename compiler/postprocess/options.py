"""Options for the objects in an image: thresholds, and the file to draw them in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

FORMATS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP", ".bmp": "BMP"}
"""Suffix of a picture -> what pillow calls its format."""


@dataclass(frozen=True)
class Thresholds:
    """Thresholds for boxes; the defaults are Ultralytics'."""

    confidence: float = 0.25
    """The score that a box must exceed."""
    overlap: float = 0.7
    """The overlap with a better box of its class above which a box is dropped."""


def is_picture(path: str) -> bool:
    """Return whether a file of this name is to be a picture."""
    return Path(path).suffix.lower() in FORMATS
