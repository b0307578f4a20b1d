"""Reshape, Flatten, Squeeze and ExpandDims: the cells in order, in other dimensions."""

from __future__ import annotations

import numpy as np

from ...dialects.ncnn.layers.reshape import FlattenOp, ReshapeOp
from ...dialects.ncnn.layers.squeeze import ExpandDimsOp, SqueezeOp
from .support import array_function


@array_function(ReshapeOp)
def _reshaped(op: ReshapeOp, x: np.ndarray, *_: np.ndarray) -> np.ndarray:
    return x.reshape(op.resolved_shape())


array_function(FlattenOp)(lambda _, x: x.reshape(-1))
array_function(SqueezeOp)(lambda op, x: x.reshape(op.infer_shapes()[0]))
array_function(ExpandDimsOp)(lambda op, x: x.reshape(op.infer_shapes()[0]))
