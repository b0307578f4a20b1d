"""
The ncnn wheel as it is on a CPU that has AVX2 alone, for measuring on one that has AVX-512 as well.

`PYTHONPATH=tests/bench/avx2_wheel ncnnc bench --suite FOLDER --target x86-avx2` compares code for
AVX2 with the wheel's for AVX2: Python imports this module at its start, here and in the processes
of the engines. The wheel asks CPUID once and keeps what it finds, a word for each extension, side
by side (ncnn's `src/cpu.cpp`, `initialize_global_cpu_info`); those of AVX-512 are found by the
words beside them, and become 0.
"""

from __future__ import annotations

import ctypes
from importlib.machinery import ExtensionFileLoader
from pathlib import Path
from types import ModuleType

AVX2 = (32, 1 << 29, None, None, 1 << 12, 1)
"""The words from AVX2 to AVX: AVX2, F16C, two that differ (XOP and FMA4, of old), FMA, AVX."""
AVX512_BEFORE_AVX2 = (8, 7, 6, 5)
"""Distance in words from AVX-512's flags to AVX2's: FP16, BF16, VNNI, and the foundation."""
WORD_BYTES = 4


def words_of(library: str) -> ctypes.Array[ctypes.c_int32]:
    """Return the writable words of a loaded library: initialized data, then zeroed data."""
    start = end = 0
    for line in Path("/proc/self/maps").read_text().splitlines():
        span, rights = line.split()[:2]
        first, past = (int(address, 16) for address in span.split("-"))
        is_next = first == end if end else line.endswith(library)
        if rights.startswith("rw") and is_next:
            start, end = start or first, past
    return (ctypes.c_int32 * ((end - start) // WORD_BYTES)).from_address(start)


def hide_avx512(wheel: ModuleType) -> int:
    """
    Let the wheel believe that there is no AVX-512; how many extensions it had found.

    Raises: RuntimeError if what it keeps is not where it was in the wheels that were looked at.
    """
    if not wheel.cpu_support_x86_avx2():
        raise RuntimeError("this CPU has no AVX2")
    assert wheel.__file__ is not None
    words = words_of(wheel.__file__)
    found = list(words)
    places = [
        place
        for place in range(max(AVX512_BEFORE_AVX2), len(found) - len(AVX2))
        if all(word in (None, found[place + n]) for n, word in enumerate(AVX2))
    ]
    if len(places) != 1:
        raise RuntimeError(f"the wheel's words of extensions: {len(places)} places, not 1")
    flags = [places[0] - before for before in AVX512_BEFORE_AVX2]
    for flag in flags:
        words[flag] = 0
    return sum(found[flag] != 0 for flag in flags)


def load(loader: ExtensionFileLoader, module: ModuleType) -> None:
    """Load an extension module as usual; the wheel's has no AVX-512 then."""
    global hidden
    usual(loader, module)
    if module.__name__ == "ncnn.ncnn":
        hidden = hide_avx512(module)


hidden = 0
"""Number of extensions that the wheel has lost."""
usual = ExtensionFileLoader.exec_module
ExtensionFileLoader.exec_module = load
