"""Choose the number of lanes by which kernels pack plain channels."""

from __future__ import annotations

from ..target import vector_length

PLAIN_CHANNELS = 4
"""Largest number of channels for which a convolution reads, and a deconvolution writes, the plain
layout: packing would mostly be padding. Vectors are then of positions.
"""
FEWEST_LANES = 4


def packed_lanes(channels: int, lanes: int) -> int:
    """Return the lanes by which an image is packed for a kernel, at most as many as it fills."""
    return vector_length(max(channels, FEWEST_LANES), lanes)


def int8_pack(channels: int, lanes: int) -> int:
    """Return the lanes by which a plain blob is packed for products of int8."""
    return PLAIN_CHANNELS if channels <= PLAIN_CHANNELS else lanes
