"""bf16 as its bits, since numpy has no such type."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def bits_of_bf16(values: ArrayLike) -> NDArray[np.uint16]:
    """Return the bits of the nearest bf16, ties to even, as a float32's upper half."""
    bits = np.ascontiguousarray(values, np.float32).view(np.uint32).reshape(np.shape(values))
    upper = bits >> np.uint32(16)
    rounded = (bits + (np.uint32(0x7FFF) + (upper & np.uint32(1)))) >> np.uint32(16)
    return np.where(np.isnan(values), upper | np.uint32(0x40), rounded).astype(np.uint16)


def floats_of_bf16(bits: NDArray[np.uint16]) -> NDArray[np.float32]:
    """Return the float32 values of bf16 with these bits."""
    return (bits.astype(np.uint32) << 16).view(np.float32)
