"""Small networks as files' contents, for tests of ncnn's Python interface."""

from __future__ import annotations

import numpy as np

TWO_OUTPUTS = """7767517
7 8
Input        data 0 1 data
Convolution  conv 1 1 data conv 0=4 1=3 4=1 5=1 6=108
ReLU         relu 1 1 conv relu
Split        copy 1 2 relu left right
Pooling      mean 1 1 left mean 0=1 4=1
Pooling      peak 1 1 right peak 0=0 1=2 2=2
Sigmoid      gate 1 1 mean gate
"""
"""A network of any image: `peak` and `gate` are its outputs."""
CUSTOM = """7767517
2 2
Input  data 0 1 data
Own    own  1 1 data output 0=3 1=2.5 2=label -23303=2,5,6
"""
"""A network of one layer of the program's own."""


def stored(*arrays: np.ndarray, tagged: bool = True) -> bytes:
    """Arrays as a `.bin` has them, the first of them behind the tag of float32."""
    pieces = [np.ascontiguousarray(array, np.float32).tobytes() for array in arrays]
    return bytes(4 * tagged) + b"".join(pieces)


def convolution(seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Weight and bias of the convolution of `TWO_OUTPUTS`."""
    rng = np.random.default_rng(seed)
    weight = rng.standard_normal((4, 3, 3, 3), np.float32)
    return weight, rng.standard_normal(4, np.float32)


def image(height: int = 6, width: int = 8, seed: int = 1) -> np.ndarray:
    """A blob of three channels."""
    return np.random.default_rng(seed).standard_normal((3, height, width), np.float32)
