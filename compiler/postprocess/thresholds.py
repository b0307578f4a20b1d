"""Thresholds for the objects found in an image."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Thresholds:
    """Thresholds for boxes; the defaults are Ultralytics'."""

    confidence: float = 0.25
    """The score that a box must exceed."""
    overlap: float = 0.7
    """The overlap with a better box of its class above which a box is dropped."""
