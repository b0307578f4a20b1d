"""Return free heap memory of C to the system."""

from __future__ import annotations

import ctypes


def give_back_freed_memory() -> None:
    """Return freed pages within glibc's heap to the system, as where LLVM has worked."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(ctypes.c_size_t(0))
