"""Arrays as a `.bin` has them: after a storage tag that says how, or as plain float32."""

from __future__ import annotations

import struct
from math import prod

import numpy as np
from xdsl.dialects.builtin import IntegerAttr, TensorType, i8
from xdsl.utils.str_enum import StrEnum

from ...dialects.ncnn.layer_attributes import LOAD_TYPE_ATTRIBUTE
from ...dialects.ncnn.weight import WeightOp
from ...dialects.weight_store import WeightStore
from ..diagnostics import InternalError
from ..frontend import model_error_from
from .weights_reader import F16_TAG, INT8_TAG

PLAIN_TAG = 0
ALIGNMENT = 4
"""Bytes to whose multiple each array is padded."""

Chunk = bytes | memoryview


class WeightStorage(StrEnum):
    """How arrays with a storage tag are written; int8 arrays stay int8 in either."""

    FLOAT32 = "float32"
    FLOAT16 = "float16"
    """Rounded to float16; an array with a value beyond float16 stays float32."""


def is_tagged_memory(op: WeightOp) -> bool:
    """Whether a constant that is a blob has a storage tag: as it was read, and int8 always."""
    load_type = op.attributes.get(LOAD_TYPE_ATTRIBUTE)
    tagged = isinstance(load_type, IntegerAttr) and load_type.value.data == 0
    return tagged or _is_int8(op)


def _is_int8(op: WeightOp) -> bool:
    return op.output.type.element_type == i8


def weight_array(op: WeightOp, weights: WeightStore) -> np.ndarray:
    """The values of a weight, float32 or int8. Raises: InternalError if they are not at hand."""
    dtype = np.dtype(np.int8 if _is_int8(op) else "<f4")
    if op.value is not None:
        array = np.frombuffer(op.value.data.data, dtype)
    elif op.key.data in weights:
        array = weights.get(op.key.data)
    else:
        raise InternalError(f"the array of weight '{op.key.data}' is not at hand")
    type = op.output.type
    assert isinstance(type, TensorType)
    if array.size != prod(type.get_shape()):
        raise model_error_from(op, f"weight '{op.key.data}' has {array.size} elements, not {type}")
    return np.ascontiguousarray(array, dtype)


def array_chunks(array: np.ndarray, tagged: bool, storage: WeightStorage) -> list[Chunk]:
    """
    The bytes of an array, float32 values bit for bit unless float16 is asked for.

    Raises: InternalError for int8 values where the file has no storage tag.
    """
    if not tagged:
        if array.dtype == np.int8:
            raise InternalError("an int8 array is to be stored without its storage tag")
        return padded_bytes(array)
    tag = INT8_TAG if array.dtype == np.int8 else PLAIN_TAG
    if tag == PLAIN_TAG and storage is WeightStorage.FLOAT16:
        halves = _as_float16(array)
        if halves is not None:
            array, tag = halves, F16_TAG
    return [struct.pack("<I", tag), *padded_bytes(array)]


def padded_bytes(array: np.ndarray) -> list[Chunk]:
    """The bytes of an array as they are, up to a whole word."""
    padding = -array.nbytes % ALIGNMENT
    return [_bytes_of(array), bytes(padding)] if padding else [_bytes_of(array)]


def _as_float16(array: np.ndarray) -> np.ndarray | None:
    """The array rounded to float16; None if a finite value would become infinite."""
    with np.errstate(over="ignore"):
        halves = array.astype("<f2")
    return None if np.any(np.isinf(halves) & np.isfinite(array)) else halves


def _bytes_of(array: np.ndarray) -> memoryview:
    return np.ascontiguousarray(array).reshape(-1).data.cast("B")
