"""What functions of kernels say of their buffers: no two lie in the same memory."""

from __future__ import annotations

from xdsl.dialects.builtin import DictionaryAttr, MemRefType, UnitAttr
from xdsl.ir import Attribute

NOALIAS_ATTRIBUTE = "llvm.noalias"
"""On a buffer that a function is given: what it writes there it reads through no other."""


def argument_entry(type: Attribute) -> DictionaryAttr:
    """Return what a kernel's function says of an argument of this type."""
    is_buffer = isinstance(type, MemRefType)
    return DictionaryAttr({NOALIAS_ATTRIBUTE: UnitAttr()} if is_buffer else {})
