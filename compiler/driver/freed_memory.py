"""Return free heap memory of C to the system."""

from __future__ import annotations

import ctypes


def give_back_freed_memory() -> None:
    """
    Give back the pages that the C library keeps for later, as those where LLVM has worked.

    It gives back only what lies at the heap's end by itself. Does nothing where there is no such
    function: it is glibc's.
    """
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(ctypes.c_size_t(0))
