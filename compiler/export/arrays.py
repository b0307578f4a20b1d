"""Convert constants to the arrays that files store."""

from __future__ import annotations

from math import prod

import numpy as np
from xdsl.dialects.builtin import IntegerAttr, i8

from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.layer_attributes import LOAD_TYPE_ATTRIBUTE
from ...dialects.weight_store import WeightStore
from ..diagnostics import InternalError
from ..frontend.locations import model_error_from


def is_tagged_memory(op: WeightOp) -> bool:
    """Return whether a constant blob gets a storage tag: if it was read so, or is int8."""
    load_type = op.attributes.get(LOAD_TYPE_ATTRIBUTE)
    tagged = isinstance(load_type, IntegerAttr) and load_type.value.data == 0
    return tagged or _is_int8(op)


def _is_int8(op: WeightOp) -> bool:
    return op.output.type.element_type == i8


def weight_array(op: WeightOp, weights: WeightStore) -> np.ndarray:
    """Return the values of a weight, float32 or int8. Raises: InternalError if unknown."""
    dtype = np.dtype(np.int8 if _is_int8(op) else "<f4")
    if op.value is not None:
        array = np.frombuffer(op.value.data.data, dtype)
    elif op.key.data in weights:
        array = weights.get(op.key.data)
    else:
        raise InternalError(f"the array of weight '{op.key.data}' is not at hand")
    type = op.output.type
    if array.size != prod(type.get_shape()):
        raise model_error_from(op, f"weight '{op.key.data}' has {array.size} elements, not {type}")
    return np.ascontiguousarray(array, dtype)
