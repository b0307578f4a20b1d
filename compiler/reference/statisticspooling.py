"""StatisticsPooling: mean and deviation of channels."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.layers.statisticspooling import StatisticsPoolingOp
from .support import array_function


@array_function(StatisticsPoolingOp)
def statistics_pooling(op: StatisticsPoolingOp, x: np.ndarray) -> np.ndarray:
    """Return the means, and the deviations of a population."""
    channels = x.reshape(op.channels_and_cells())
    means = channels.mean(axis=1)
    return means if op.stddev is None else np.concatenate([means, channels.std(axis=1)])
