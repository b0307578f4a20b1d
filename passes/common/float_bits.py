"""Floats as integers, for parameter lists that hold integers only."""

from __future__ import annotations

import struct


def float_bits(value: float) -> int:
    """The bits of a float32."""
    return struct.unpack("<i", struct.pack("<f", value))[0]


def bits_float(bits: int) -> float:
    """The float32 of these bits."""
    return struct.unpack("<f", struct.pack("<i", bits))[0]
