"""
Detects features of aarch64: by names on macOS and Windows, in two words on Linux.

Source: Linux, Documentation/arch/arm64/elf_hwcaps.rst.
"""

from __future__ import annotations

import ctypes
from functools import cache

from ..system import here

HWCAP, HWCAP2 = 16, 26
"""Types of the words, for `getauxval`."""
HWCAP_BITS = {
    "neon": (HWCAP, 0, 0, 1),
    "dotprod": (HWCAP, 0, 0, 20),
    "i8mm": (HWCAP2, 0, 0, 13),
    "bf16": (HWCAP2, 0, 0, 14),
}
"""Feature by LLVM's name -> type of the word, two numbers that mean nothing here, bit."""


@cache
def hwcap_features() -> frozenset[str]:
    """Those of `HWCAP_BITS` that the system reports. Call on aarch64 only."""
    if named := here.kernel_flags() & HWCAP_BITS.keys():
        return named
    word = ctypes.CDLL(None)["getauxval"]
    word.argtypes, word.restype = [ctypes.c_ulong], ctypes.c_ulong
    return frozenset(
        name for name, (type, _, _, bit) in HWCAP_BITS.items() if word(type) >> bit & 1
    )
