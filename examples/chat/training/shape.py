"""The extents of a decoder."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DecoderShape:
    """The extents of a decoder; `heads / groups` heads of queries share a head of keys."""

    vocabulary: int
    layers: int = 3
    channels: int = 64
    heads: int = 4
    groups: int = 2
    head_size: int = 16
    hidden: int = 128
    theta: float = 10_000.0
