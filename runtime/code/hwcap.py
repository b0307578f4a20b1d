"""
Detect aarch64 features (by name on macOS and Windows, from two words on Linux) and the core.

Source: Linux, Documentation/arch/arm64/elf_hwcaps.rst and cpu-feature-registers.rst.
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
"""LLVM's name of a feature -> type of the word, two numbers unused here, bit."""


@cache
def hwcap_features() -> frozenset[str]:
    """Return the features of `HWCAP_BITS` that the system reports. Call on aarch64 only."""
    if named := here.kernel_flags() & HWCAP_BITS.keys():
        return named
    word = ctypes.CDLL(None)["getauxval"]
    word.argtypes, word.restype = [ctypes.c_ulong], ctypes.c_ulong
    return frozenset(
        name for name, (type, _, _, bit) in HWCAP_BITS.items() if word(type) >> bit & 1
    )


def midr_model() -> tuple[str, int, int] | None:
    """
    Return implementer, part and variant of the cores; None if the system does not report them, or
    if there are several kinds of cores, since threads migrate between them.
    """
    words = here.core_words()
    kinds = {(hex(word >> 24 & 0xFF), word >> 4 & 0xFFF, word >> 20 & 0xF) for word in words}
    return kinds.pop() if len(kinds) == 1 else None
