"""
The layers of ncnn that have no op of their own: what is known of their parameters.

Only parameters that are floats (which the binary form does not tell from integers), and those that
count for stored arrays, need to be here: an `ncnn.opaque` holds all of them as they are.
"""

from __future__ import annotations

from .layer import LayerSpec

OPAQUE_LAYERS: dict[str, LayerSpec] = {}
"""By type every layer of ncnn that has no op, of which there is none at present."""
