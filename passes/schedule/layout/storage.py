"""
16-bit types in which blobs may be stored.

Source: ncnn, net.cpp, `convert_layout`. Float16 is for ARM and RISC-V, bfloat16 for all.
"""

from __future__ import annotations

from typing import Literal

from xdsl.dialects.builtin import BFloat16Type, Float16Type, bf16, f16, f32
from xdsl.ir import Attribute

from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.layer_attributes import takes_bfloat16
from ....dialects.ncnn.layers.cast import StorageType, StorageTypeAttr
from ....dialects.target.elements import element_type
from ....dialects.target.records import Target

Storage = Literal["float32", "float16", "bfloat16"]

NARROW: dict[Storage, Attribute] = {"float16": f16, "bfloat16": bf16}
STORAGE_TYPES: dict[Attribute, StorageType] = {
    f32: StorageType.FLOAT32,
    f16: StorageType.FLOAT16,
    bf16: StorageType.BFLOAT16,
}


def storage_type(element: Attribute) -> StorageTypeAttr:
    """Return the storage type of `ncnn.cast` for an element type."""
    return StorageTypeAttr(STORAGE_TYPES[element])


def is_narrow(element: Attribute) -> bool:
    """Return whether it is a 16-bit float."""
    return isinstance(element, BFloat16Type | Float16Type)


def takes(op: NcnnOp, element: Attribute) -> bool:
    """Return whether an op, and its layer's feature mask, takes a 16-bit float."""
    return element in op.NARROW_ELEMENTS and (element != bf16 or takes_bfloat16(op))


def stored_element(element: Attribute, storage: Storage, target: Target, op: NcnnOp) -> Attribute:
    """
    Return the element type that an op reads: narrow if it, the option and the target agree, else
    float32.
    """
    if is_narrow(element):
        return element if takes(op, element) else f32
    return (narrow_element(storage, target, op) or element) if element == f32 else element


def narrow_element(storage: Storage, target: Target, op: NcnnOp) -> Attribute | None:
    """Return the 16-bit float on which option, target and op agree for blobs; None without one."""
    narrow = narrow_result(storage, target, op)
    return narrow if narrow is not None and takes(op, narrow) else None


def narrow_result(storage: Storage, target: Target, op: NcnnOp) -> Attribute | None:
    """Return the 16-bit float for results, if any; feature masks do not matter to readers."""
    narrow = NARROW.get(storage)
    if narrow is None or narrow not in op.NARROW_ELEMENTS:
        return None
    return narrow if element_type(narrow) in target.isa.narrow_floats else None
