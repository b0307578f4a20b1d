"""
Describe the parameters of ncnn's layers that have no op.

Only float parameters (which the binary form does not distinguish from integers), and those that
determine stored arrays, need to be here: an `ncnn.opaque` holds all parameters unchanged.
"""

from __future__ import annotations

from .layer import LayerSpec

OPAQUE_LAYERS: dict[str, LayerSpec] = {}
"""Every layer of ncnn without an op, by type; none at present."""
