"""Convert BatchNorm with constant statistics to a factor and a term for each channel."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...dialects.ncnn.layers.normalization import ZERO_DEVIATION


def batchnorm_map(arrays: Sequence[np.ndarray], eps: float) -> tuple[np.ndarray, np.ndarray]:
    """
    Return scale and shift in float64, from slope, mean, variance, bias. Source: ncnn,
    batchnorm.cpp.
    """
    slope, mean, variance, bias = (np.asarray(a, np.float64) for a in arrays)
    deviation = np.sqrt(variance + eps)
    scale = slope / np.where(deviation == 0, ZERO_DEVIATION, deviation)
    return scale, bias - scale * mean
