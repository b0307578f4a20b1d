"""Spell types and constants in LLVM IR."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import (
    BFloat16Type,
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    IntegerType,
    MemRefType,
    VectorType,
)
from xdsl.ir import Attribute
from xdsl.utils.exceptions import PassFailedException

from ....dialects.bfloat16 import bits_of_bf16


def llvm_type(type: Attribute) -> str:
    """Return the LLVM spelling of a type. Raises: PassFailedException for an unsupported type."""
    known = _SPELLINGS.get(id(type))
    if known is None:
        if len(_SPELLINGS) >= MOST_SPELLINGS:
            _SPELLINGS.clear()
        known = _SPELLINGS[id(type)] = (_spelling(type), type)
    return known[0]


MOST_SPELLINGS = 1024
_SPELLINGS: dict[int, tuple[str, Attribute]] = {}
"""Spellings by the type's identity, as hashing is slow. It keeps types alive; hence the limit."""


def _spelling(type: Attribute) -> str:
    match type:
        case IndexType():
            return "i64"
        case IntegerType():
            return f"i{type.width.data}"
        case Float32Type():
            return "float"
        case Float64Type():
            return "double"
        case Float16Type():
            return "half"
        case BFloat16Type():
            # Without instructions for it LLVM takes vectors of bfloat apart to move them.
            return "i16"
        case MemRefType():
            return "ptr"
        case VectorType():
            return f"<{type.get_shape()[0]} x {llvm_type(type.element_type)}>"
        case _:
            raise PassFailedException(f"no LLVM type for {type}")


def suffix(type: Attribute) -> str:
    """Return the suffix of intrinsic names: f32, i64, v16f32."""
    if isinstance(type, VectorType):
        return f"v{type.get_shape()[0]}{suffix(type.element_type)}"
    return "f32" if isinstance(type, Float32Type) else llvm_type(type)


def float_literal(value: float, type: Attribute) -> str:
    """Return a float constant as LLVM spells it: the bits of a double, or of a bf16."""
    if isinstance(type, BFloat16Type):
        return str(int(bits_of_bf16(value)))
    if isinstance(type, Float64Type):
        return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"
    single = struct.unpack("<f", struct.pack("<f", value))[0]
    return f"0x{struct.unpack('<Q', struct.pack('<d', single))[0]:016X}"


def dense_literal(value: DenseIntOrFPElementsAttr) -> str:
    """Return a vector constant; equal lanes become a splat."""
    type = value.get_element_type()
    element = llvm_type(type)
    values = cast("Sequence[float]", value.get_values())  # numbers
    if isinstance(type, IntegerType):
        texts = [str(v) for v in values]
    else:
        texts = [float_literal(v, type) for v in values]
    if len(set(texts)) == 1:
        zero = texts[0] in ("0", "0x0000000000000000")
        return "zeroinitializer" if zero else f"splat ({element} {texts[0]})"
    return f"<{', '.join(f'{element} {t}' for t in texts)}>"
