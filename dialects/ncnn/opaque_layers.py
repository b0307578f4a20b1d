"""
Describe the parameters of ncnn's layers that have no op.

Only parameters that are floats (which the binary form does not tell from integers), and those that
count for stored arrays, need to be here: an `ncnn.opaque` holds all of them as they are.
"""

from __future__ import annotations

from .layer import LayerSpec

OPAQUE_LAYERS: dict[str, LayerSpec] = {}
"""Every layer of ncnn without an op, by type; none at present."""
