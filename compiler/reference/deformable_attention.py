"""Attention to a few places of several images."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import InterpreterFunctions, register_impls

from ...dialects.contrib.mask2former import attended
from ...dialects.ncnn.internal.deformable_attention import DeformableAttentionOp
from .support import array_function


def deformable_attention(op: DeformableAttentionOp, *arrays: np.ndarray) -> np.ndarray:
    """Weighted sums of samples."""
    return attended(*arrays)


@register_impls
class DeformableAttentionFunctions(InterpreterFunctions):
    """Deformable attention."""

    deformable_attention = array_function(DeformableAttentionOp, deformable_attention)
