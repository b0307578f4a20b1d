"""Normalisation across channels."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.internal.channel_norm import ChannelNormOp
from .support import array_function


@array_function(ChannelNormOp)
def _channel_norm(op: ChannelNormOp, x: np.ndarray, *affine: np.ndarray) -> np.ndarray:
    columns = x.reshape(len(x), -1)
    if op.centred is not None:
        columns = columns - columns.mean(0, keepdims=True)
    squares = (columns * columns).mean(0, keepdims=True)
    y = columns / np.sqrt(squares + np.float32(op.eps.value.data))
    if affine:
        y = y * affine[0][:, None]
    if len(affine) > 1:
        y = y + affine[1][:, None]
    return y.reshape(x.shape)
