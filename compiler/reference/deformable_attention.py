"""Attention to a few places of several images."""

from __future__ import annotations

import numpy as np

from ...dialects.contrib.mask2former import attended
from ...dialects.ncnn.internal.deformable_attention import DeformableAttentionOp
from .support import array_function


@array_function(DeformableAttentionOp)
def deformable_attention(op: DeformableAttentionOp, *arrays: np.ndarray) -> np.ndarray:
    """Weighted sums of samples."""
    return attended(*arrays)
