"""
Detect x86 features that the CPU reports and whose registers the system saves.

CPUID is called by a few bytes of machine code: the only alternative would be to load LLVM.

Source: Intel 64 and IA-32 Architectures Software Developer's Manual, CPUID and XGETBV.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache

from ..system import here
from ..system.code_memory import native_entry, placed

# push rbx; mov r8, rdx; mov eax, edi; mov ecx, esi; cpuid
# mov [r8], eax; mov [r8+4], ebx; mov [r8+8], ecx; mov [r8+12], edx; pop rbx; ret
CPUID = bytes.fromhex("53 4989d0 89f8 89f1 0fa2 418900 41895804 41894808 4189500c 5b c3")
# xor ecx, ecx; xgetbv; ret
XGETBV = bytes.fromhex("31c9 0f01d0 c3")
XGETBV_AT = 64
INSTRUCTIONS = {"x86_64": (("ncnnc_cpuid", CPUID), ("ncnnc_xgetbv", XGETBV))}
"""Machine family -> functions for instructions without an LLVM intrinsic."""

EAX, EBX, ECX, EDX = range(4)
OSXSAVE = (1, 0, ECX, 27)
BITS = {
    "sse2": (1, 0, EDX, 26),
    "sse3": (1, 0, ECX, 0),
    "ssse3": (1, 0, ECX, 9),
    "sse4.1": (1, 0, ECX, 19),
    "sse4.2": (1, 0, ECX, 20),
    "fma": (1, 0, ECX, 12),
    "avx": (1, 0, ECX, 28),
    "f16c": (1, 0, ECX, 29),
    "avx2": (7, 0, EBX, 5),
    "avx512f": (7, 0, EBX, 16),
    "avx512dq": (7, 0, EBX, 17),
    "avx512cd": (7, 0, EBX, 28),
    "avx512bw": (7, 0, EBX, 30),
    "avx512vl": (7, 0, EBX, 31),
    "avx512vnni": (7, 0, ECX, 11),
    "avxvnni": (7, 1, EAX, 4),
    "avx512bf16": (7, 1, EAX, 5),
    "amx-tile": (7, 0, EDX, 24),
    "amx-int8": (7, 0, EDX, 25),
    "amx-bf16": (7, 0, EDX, 22),
}
"""Feature by LLVM's name -> leaf, subleaf, register, bit."""
SAVED_YMM, SAVED_ZMM, SAVED_TILES = 0b110, 0b1110_0110, 0b11 << 17
"""Bits of XCR0: the system saves these registers."""


class Cpuid:
    """CPUID and XGETBV as functions. Create it on x86 only."""

    def __init__(self) -> None:
        memory = placed(CPUID.ljust(XGETBV_AT, b"\0") + XGETBV)
        assert memory is not None  # there is code
        cpuid, kept = native_entry(memory.address)
        xgetbv, also_kept = native_entry(memory.address + XGETBV_AT)
        self._code = memory, kept, also_kept
        self._cpuid = ctypes.CFUNCTYPE(None, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_void_p)(
            cpuid
        )
        self._xgetbv = ctypes.CFUNCTYPE(ctypes.c_uint32)(xgetbv)

    def leaf(self, number: int, subleaf: int = 0) -> Sequence[int]:
        """Return eax, ebx, ecx and edx of a leaf; zeros if the CPU lacks the leaf."""
        registers = (ctypes.c_uint32 * 4)()
        self._cpuid(0, 0, registers)
        if registers[EAX] < number:
            return (0, 0, 0, 0)
        self._cpuid(number, subleaf, registers)
        return tuple(registers)

    def has(self, bit: tuple[int, int, int, int]) -> bool:
        """Return whether a bit of `BITS` is set."""
        number, subleaf, register, position = bit
        return bool(self.leaf(number, subleaf)[register] >> position & 1)

    def saved(self) -> int:
        """Return XCR0, the registers that the system saves."""
        return self._xgetbv() if self.has(OSXSAVE) else 0


@cache
def cpuid_features() -> frozenset[str]:
    """Return the features of `BITS` that code may use. Call on x86 only."""
    cpu = Cpuid()
    saved = cpu.saved()
    return frozenset(n for n, bit in BITS.items() if cpu.has(bit) and registers_are_saved(n, saved))


@cache
def cpuid_model() -> tuple[str, int, int]:
    """Return vendor, family and model of the CPU. Call on x86 only."""
    cpu = Cpuid()
    _, ebx, ecx, edx = cpu.leaf(0)
    vendor = b"".join(part.to_bytes(4, "little") for part in (ebx, edx, ecx))
    return vendor.decode("latin-1"), *family_and_model(cpu.leaf(1)[EAX])


def family_and_model(signature: int) -> tuple[int, int]:
    """Return family and model of a CPU, with their extended parts, from eax of leaf 1."""
    family, model = signature >> 8 & 0xF, signature >> 4 & 0xF
    if family in (6, 15):
        model |= (signature >> 16 & 0xF) << 4
    return (family + (signature >> 20 & 0xFF) if family == 15 else family), model


def registers_are_saved(feature: str, saved: int) -> bool:
    """
    Return whether the system saves the registers of a feature, given XCR0. It saves tiles on
    request, which this function makes.
    """
    needed = needed_registers(feature)
    if needed == SAVED_TILES and saved & needed == needed:
        return here.permits_tiles()
    return saved & needed == needed


def needed_registers(feature: str) -> int:
    """Return the bits of XCR0 that a feature needs."""
    if feature.startswith("amx"):
        return SAVED_TILES
    if not feature.startswith(("avx", "fma", "f16c")):
        return 0
    return SAVED_ZMM if feature.startswith("avx512") else SAVED_YMM
