"""Types and constants as LLVM IR spells them."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    Float32Type,
    IndexType,
    IntegerType,
    MemRefType,
    VectorType,
)
from xdsl.ir import Attribute
from xdsl.utils.exceptions import PassFailedException


def llvm_type(type: Attribute) -> str:
    """The LLVM spelling of a type. Raises: PassFailedException for one that has none here."""
    known = _SPELLINGS.get(id(type))
    if known is None:
        known = _SPELLINGS[id(type)] = (_spelling(type), type)
    return known[0]


_SPELLINGS: dict[int, tuple[str, Attribute]] = {}
"""By identity, since hashing a type costs more than spelling it; keeps the types alive."""


def _spelling(type: Attribute) -> str:
    match type:
        case IndexType():
            return "i64"
        case IntegerType():
            return f"i{type.width.data}"
        case Float32Type():
            return "float"
        case MemRefType():
            return "ptr"
        case VectorType():
            return f"<{type.get_shape()[0]} x {llvm_type(type.element_type)}>"
        case _:
            raise PassFailedException(f"no LLVM type for {type}")


def suffix(type: Attribute) -> str:
    """Intrinsic name suffix: f32, i64, v16f32."""
    if isinstance(type, VectorType):
        return f"v{type.get_shape()[0]}{suffix(type.element_type)}"
    return "f32" if isinstance(type, Float32Type) else llvm_type(type)


def float_literal(value: float) -> str:
    """A float constant as LLVM wants it: the double's bits, of a value that float32 holds."""
    single = struct.unpack("<f", struct.pack("<f", value))[0]
    return f"0x{struct.unpack('<Q', struct.pack('<d', single))[0]:016X}"


def dense_literal(value: DenseIntOrFPElementsAttr) -> str:
    """A vector constant; equal lanes as a splat."""
    element = llvm_type(value.get_element_type())
    values = cast("Sequence[float]", value.get_values())
    if element == "float":
        texts = [float_literal(v) for v in values]
    else:
        texts = [str(v) for v in values]
    if len(set(texts)) == 1:
        zero = texts[0] in ("0", "0x0000000000000000")
        return "zeroinitializer" if zero else f"splat ({element} {texts[0]})"
    return f"<{', '.join(f'{element} {t}' for t in texts)}>"
