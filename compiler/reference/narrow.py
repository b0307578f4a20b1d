"""Numbers as states of a narrower type hold them."""

from __future__ import annotations

import numpy as np

from ...dialects.bfloat16 import bits_of_bf16, floats_of_bf16


def narrowed(x: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Round float32 to the type of an array, whose uint16 are the bits of bf16."""
    if x.dtype == dtype:
        return x
    return bits_of_bf16(x) if dtype == np.uint16 else x.astype(dtype)


def widened(x: np.ndarray) -> np.ndarray:
    """Return the float32 numbers of an array."""
    return floats_of_bf16(x) if x.dtype == np.uint16 else x.astype(np.float32)
