"""Shared parts of kernels that sample images at computed places."""

from __future__ import annotations

PIXELS = 16
"""Places that are computed together, in vectors, before vectors of channels are read there."""


def workspace_elements(taps: int) -> int:
    """Elements that hold, for so many taps of all axes, where they are, weights, and if any is."""
    return (2 * taps + 1) * PIXELS
