"""Pooling, one axis after the other."""

from __future__ import annotations

import numpy as np
from xdsl.interpreter import InterpreterFunctions, register_impls

from ...dialects.ncnn.layers.pooling import PoolingOp
from ...dialects.ncnn.layers.pooling1d import Pooling1DOp
from ...dialects.ncnn.pooling_windows import PoolingKind, Windows
from .support import array_function

LOWEST = np.finfo(np.float32).min


def _reduce_windows(kind: PoolingKind, x: np.ndarray, windows: Windows, axis: int) -> np.ndarray:
    """The maximum or sum of every window along `axis`."""
    parts = []
    for start, end in zip(windows.starts, windows.ends, strict=True):
        window = x.take(range(start, max(start, end)), axis)
        if kind is PoolingKind.MAX:
            parts.append(window.max(axis, initial=LOWEST))
        else:
            parts.append(window.sum(axis))
    return np.stack(parts, axis)


def _pooling(op: PoolingOp, x: np.ndarray) -> np.ndarray:
    rows, columns = op.windows()
    kind = op.kind.data
    y = _reduce_windows(kind, _reduce_windows(kind, x, rows, 1), columns, 2)
    if kind is PoolingKind.AVG:
        y = y / np.outer(rows.counts, columns.counts)
    return y.reshape(op.infer_shapes()[0])


def _pooling1d(op: Pooling1DOp, x: np.ndarray) -> np.ndarray:
    windows = op.windows()
    kind = op.kind.data
    y = _reduce_windows(kind, x, windows, 1)
    if kind is PoolingKind.AVG:
        y = y / np.asarray(windows.counts)
    return y.reshape(op.infer_shapes()[0])


@register_impls
class PoolingFunctions(InterpreterFunctions):
    """The three forms of Pooling, of images and of sequences."""

    pooling = array_function(PoolingOp, _pooling)
    pooling1d = array_function(Pooling1DOp, _pooling1d)
