"""Pooling, one axis after the other."""

from __future__ import annotations

from functools import reduce

import numpy as np
from xdsl.dialects.builtin import i8

from ...dialects.element_types import element_of
from ...dialects.int8_rounding import LARGEST_INT8
from ...dialects.ncnn.families.pooling_nd import PoolingND
from ...dialects.ncnn.families.pooling_windows import AxisWindows, PoolingKind
from ...dialects.ncnn.layers.pooling import PoolingOp
from ...dialects.ncnn.layers.pooling1d import Pooling1DOp
from ...dialects.ncnn.layers.pooling3d import Pooling3DOp
from .support import array_function

LOWEST = float(np.finfo(np.float32).min)


def _reduce_windows(
    kind: PoolingKind, x: np.ndarray, windows: AxisWindows, axis: int, lowest: float
) -> np.ndarray:
    """The maximum or sum of every window along `axis`; `lowest` is the maximum of none."""
    parts: list[np.ndarray] = []
    for start, end in zip(windows.starts, windows.ends, strict=True):
        window = x.take(range(start, max(start, end)), axis)
        if kind is PoolingKind.MAX:
            parts.append(window.max(axis, initial=lowest))
        else:
            parts.append(window.sum(axis))
    return np.stack(parts, axis)


@array_function(PoolingOp, Pooling1DOp, Pooling3DOp)
def _pooling(op: PoolingND, x: np.ndarray) -> np.ndarray:
    kind, windows = op.kind.data, op.windows()
    lowest = -LARGEST_INT8 if element_of(op.output.type) == i8 else LOWEST
    for axis, along in enumerate(windows, 1):
        x = _reduce_windows(kind, x, along, axis, lowest)
    if kind is PoolingKind.AVG:
        x = x / reduce(np.multiply.outer, [np.asarray(along.counts) for along in windows])
    return x.reshape(op.infer_shapes()[0])
