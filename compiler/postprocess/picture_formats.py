"""Formats of the files that found objects are drawn in."""

from __future__ import annotations

from pathlib import Path

FORMATS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP", ".bmp": "BMP"}
"""Suffix of a picture -> what pillow calls its format."""


def is_picture(path: str) -> bool:
    """Return whether a file of this name is to be a picture."""
    return Path(path).suffix.lower() in FORMATS
