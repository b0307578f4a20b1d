"""
The features that Linux tells programs on aarch64, in two words beside their arguments.

Source: Linux, Documentation/arch/arm64/elf_hwcaps.rst.
"""

from __future__ import annotations

HWCAP, HWCAP2 = 16, 26
"""Types of the words, for `getauxval`."""
HWCAP_BITS = {
    "neon": (HWCAP, 0, 0, 1),
    "dotprod": (HWCAP, 0, 0, 20),
    "i8mm": (HWCAP2, 0, 0, 13),
    "bf16": (HWCAP2, 0, 0, 14),
}
"""Feature by LLVM's name -> type of the word, two numbers that mean nothing here, bit."""
