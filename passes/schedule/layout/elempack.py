"""
Choose the pack of a number of channels, by ncnn's tables and by our policy.

Source of the tables: ncnn, net.cpp, `convert_layout`.
"""

from __future__ import annotations

from typing import Literal

from ....dialects.ncnn.rules.axes import AXIS_NAMES
from ....dialects.ncnn.shapes import Shape

Policy = Literal["padded", "divisible"]

FLOAT_PACKS = (16, 8, 4)
"""Packs of 32- and 16-bit elements; each needs vectors of as many float32."""
BYTE_PACK = 8
"""Pack of 8-bit elements, on any machine."""


def packed_axis(shape: Shape) -> str:
    """Return ncnn's name of the packed, outermost axis: w, h, c, c for rank 1 to 4."""
    return AXIS_NAMES[len(shape)][0]


def packed_count(shape: Shape) -> int:
    """Return the elements along that axis: ncnn's `elempack` times the extent of a packed blob."""
    return shape[0]


def elempack(count: int, lanes: int, element_bytes: int = 4) -> int:
    """
    Return the pack by ncnn's rule: the widest of 16, 8, 4 that fits and divides `count`, else 1; 8
    or 1 for bytes.
    """
    if element_bytes == 1:
        return BYTE_PACK if count % BYTE_PACK == 0 else 1
    return next((p for p in FLOAT_PACKS if p <= lanes and count % p == 0), 1)


def pack_by_policy(policy: Policy, shape: Shape, lanes: int, element_bytes: int = 4) -> int:
    """Return the pack: `divisible` as ncnn, `padded` the target's vectors; matrices stay plain."""
    if len(shape) == 2:
        return 1
    if policy == "padded":
        return lanes
    return elempack(packed_count(shape), lanes, element_bytes)
