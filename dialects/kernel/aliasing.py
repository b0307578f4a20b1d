"""Mark the buffers of kernel functions as disjoint."""

from __future__ import annotations

from xdsl.dialects.builtin import DictionaryAttr, MemRefType, UnitAttr
from xdsl.ir import Attribute

NOALIAS_ATTRIBUTE = "llvm.noalias"
"""Mark a buffer argument as not aliased by any other."""


def argument_entry(type: Attribute) -> DictionaryAttr:
    """Return the attributes of a kernel function's argument of this type."""
    is_buffer = isinstance(type, MemRefType)
    return DictionaryAttr({NOALIAS_ATTRIBUTE: UnitAttr()} if is_buffer else {})
