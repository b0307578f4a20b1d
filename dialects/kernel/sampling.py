"""What the kernels share that read images at computed places."""

from __future__ import annotations

PIXELS = 16
"""Places that are computed together, in vectors, before vectors of channels are read there."""


def workspace_elements(taps: int) -> int:
    """Elements that hold, for so many taps of all axes, where they are and their weights."""
    return 2 * taps * PIXELS
