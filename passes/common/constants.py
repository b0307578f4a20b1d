"""Recognize, read and create constant tensors."""

from __future__ import annotations

import numpy as np
from xdsl.dialects.builtin import BytesAttr, DenseIntOrFPElementsAttr, TensorType, f32
from xdsl.ir import Operation, OpResult, SSAValue
from xdsl.traits import Pure

from ...dialects.element_types import dtype_of, element_of
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.raw_layer import RawLayerOp
from ...dialects.ncnn.shapes import has_shape, shape_of
from ...dialects.weight_store import WeightStore


def is_constant(value: SSAValue) -> bool:
    """Return whether `value`, of known shape, is computed from weights by known layers."""
    pending, seen = [value], set[Operation]()
    while pending:
        value = pending.pop()
        if not isinstance(value, OpResult) or not has_shape(value):
            return False
        op = value.op
        if op in seen or isinstance(op, WeightOp):
            continue
        seen.add(op)
        operands = op.operands
        if not operands or isinstance(op, RawLayerOp) or not op.has_trait(Pure):
            return False
        pending += operands
    return True


def constant_array(value: SSAValue, weights: WeightStore) -> np.ndarray | None:
    """Return the array of a float32 `ncnn.weight` if it is available, else None."""
    if element_of(value.type) != f32:
        return None
    array = stored_array(value, weights)
    return None if array is None else np.asarray(array, np.float32)


def stored_array(value: SSAValue, weights: WeightStore) -> np.ndarray | None:
    """Return the array of an `ncnn.weight` as stored; None for other or unavailable values."""
    if not isinstance(value, OpResult) or not isinstance(value.op, WeightOp):
        return None
    carried = carried_array(value.op)
    if carried is not None:
        return carried
    if value.op.key.data not in weights:
        return None
    return np.asarray(weights.get(value.op.key.data)).reshape(shape_of(value))


def carried_array(op: WeightOp) -> np.ndarray | None:
    """Return the array that a weight carries in the IR, of its declared type; None without one."""
    if op.value is None:
        return None
    dtype = dtype_of(element_of(op.output.type))
    return np.frombuffer(op.value.data.data, dtype).reshape(shape_of(op.output))


def dense_weight(key: str, array: np.ndarray) -> WeightOp:
    """Return a float32 weight that carries its (small) value in the IR."""
    type = TensorType(f32, array.shape)
    data = BytesAttr(np.ascontiguousarray(array, np.float32).tobytes())
    return WeightOp(key, type, DenseIntOrFPElementsAttr(type, data))


def uniform_weight(key: str, shape: tuple[int, ...], value: float) -> WeightOp:
    """Return a small float32 weight filled with `value`."""
    return dense_weight(key, np.full(shape, value, np.float32))
