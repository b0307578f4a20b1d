"""Types of layers by their number."""

from __future__ import annotations

from ..compiler.format.layer_types import LAYER_TYPES


def layer_to_index(type: str) -> int:
    """Return the number of a type of layers; -1 if ncnn has none of this name."""
    return LAYER_TYPES.index(type) if type in LAYER_TYPES else -1
