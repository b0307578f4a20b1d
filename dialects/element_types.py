"""Element types, at all levels: their sizes, vectors of them, and what numpy calls them."""

from __future__ import annotations

from functools import cache
from math import prod

import numpy as np
from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    Signedness,
    TensorType,
    VectorType,
    bf16,
    f16,
    f32,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, SSAValue

from .alignment import align_up

CACHE_LINE_BYTES = 64
"""Also the size of the widest vector: buffers begin at multiples of it."""

u8 = IntegerType(8, Signedness.UNSIGNED)
"""A byte of a pixel."""

_DTYPES: dict[Attribute, type[np.generic]] = {
    f32: np.float32,
    f16: np.float16,
    i8: np.int8,
    i16: np.int16,
    i32: np.int32,
    i64: np.int64,
    u8: np.uint8,
    bf16: np.uint16,
}
_ELEMENTS = {dtype: element for element, dtype in _DTYPES.items() if element != bf16}


def element_of(type: Attribute) -> Attribute:
    """Return the element type of a tensor, buffer or vector; any other type itself."""
    return getattr(type, "element_type", type)


NARROW_FLOATS = (bf16, f16)
"""16-bit floats: storage types only, arithmetic is in float32."""


def arithmetic_element(type: Attribute) -> Attribute:
    """Return the arithmetic type of an element type, or of a tensor's or buffer's elements."""
    element = element_of(type)
    return f32 if element in NARROW_FLOATS else element


@cache
def bit_width(element: Attribute) -> int:
    """Return the bits of one element. Raises: TypeError for other types."""
    match element:
        case Float64Type():
            return 64
        case Float32Type():
            return 32
        case Float16Type() | BFloat16Type():
            return 16
        case IntegerType():
            return element.width.data
        case _:
            raise TypeError(f"{element} is no type of elements")


@cache
def element_bytes(element: Attribute) -> int:
    """Return the bytes of one element in memory. Raises: TypeError for types not in buffers."""
    bits = bit_width(element)
    if bits % 8:
        raise TypeError(f"a buffer cannot hold {element}")
    return bits // 8


def tensor_type_of(value: SSAValue) -> TensorType:
    """Return the type of a value that is a tensor; xDSL types it as any attribute."""
    assert isinstance(value.type, TensorType)  # the docstring says why
    return value.type


def memref_type_of(value: SSAValue) -> MemRefType:
    """Return the type of a value that is a buffer; xDSL types it as any attribute."""
    assert isinstance(value.type, MemRefType)  # the same
    return value.type


def number_attribute(value: float, element: Attribute) -> IntegerAttr | FloatAttr:
    """Return a number of an element type; integers are truncated to their low bits."""
    if isinstance(element, IntegerType | IndexType):
        return IntegerAttr(int(value), element, truncate_bits=True)
    assert isinstance(element, AnyFloat)  # integers are above
    return FloatAttr(value, element)


def buffer_bytes(type: Attribute) -> int:
    assert isinstance(type, TensorType | MemRefType)  # any attribute to xDSL
    return prod(type.get_shape()) * element_bytes(type.element_type)


def aligned(size: int) -> int:
    """Return a size in bytes, rounded up to whole cache lines."""
    return align_up(size, CACHE_LINE_BYTES)


def lanes_of(type: Attribute) -> int:
    """Return the number of lanes of a vector type; 1 for a scalar."""
    return type.get_shape()[0] if isinstance(type, VectorType) else 1


@cache
def vector_type(element: Attribute, lanes: int) -> Attribute:
    """Return `vector<lanes x element>`, or the element type itself for one lane."""
    return VectorType(element, [lanes]) if lanes > 1 else element


def dtype_of(element: Attribute) -> type[np.generic]:
    """Return the numpy type of an array of elements; for bf16, which numpy lacks, that of bits."""
    return _DTYPES[element]


def element_of_array(array: np.ndarray) -> Attribute:
    """Return the element type of an array. Raises: KeyError for others, such as float64."""
    return _ELEMENTS[array.dtype.type]
