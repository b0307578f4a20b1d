"""
Adapt calls between System V's convention, used by all compiled models, and Windows on x86-64.

Sources: System V ABI, AMD64 Architecture Processor Supplement, section 3.2; Microsoft, "x64 calling
convention".
"""

from __future__ import annotations

import platform
import struct

LOAD, STORE = 0x28, 0x29
"""Opcode bytes of `movaps` for each direction."""
KEPT = range(6, 16)
"""Numbers of the xmm registers that functions preserve on Windows."""
KEPT_AT = 16
"""Offset of their stack slots, after two arguments in memory. Units: bytes."""


def is_x86() -> bool:
    """Return whether the two conventions differ: on arm64 they are the same."""
    return platform.machine() in ("AMD64", "x86_64")


def moved(operation: int, register: int) -> bytes:
    """Encode `movaps` between an xmm register and its stack slot."""
    prefix = b"\x44" * (register >= 8)
    place = KEPT_AT + 16 * (register - KEPT[0])
    return prefix + struct.pack("<BBBBi", 0x0F, operation, register % 8 << 3 | 0x84, 0x24, place)


def called(address: int) -> bytes:
    """Encode a call of an address: `movabs rax, address; call rax`."""
    return b"\x48\xb8" + struct.pack("<Q", address) + b"\xff\xd0"


def from_windows(address: int) -> bytes:
    """
    Encode a function in Windows' convention that calls a System V function of up to 8 pointers.

    Windows commits pages of a stack one by one when they are touched in order. Its compilers ensure
    that, others do not: so pages are touched before the call.
    """
    # push rdi; push rsi; sub rsp, 0xb8
    begin = bytes.fromhex("57 56 4881ecb8000000")
    # mov rdi, rcx; mov rsi, rdx; mov rdx, r8; mov rcx, r9; mov r8, [rsp+0xf0]; mov r9, [rsp+0xf8]
    in_registers = bytes.fromhex("4889cf 4889d6 4c89c2 4c89c9 4c8b8424f0000000 4c8b8c24f8000000")
    # mov rax, [rsp+0x100]; mov [rsp], rax; mov rax, [rsp+0x108]; mov [rsp+8], rax
    in_memory = bytes.fromhex("488b842400010000 48890424 488b842408010000 4889442408")
    # mov rax, rsp; mov r10d, 32; loop: sub rax, 4096; test [rax], eax; dec r10d; jne loop
    pages = bytes.fromhex("4889e0 41ba20000000 482d00100000 8500 41ffca 75f3")
    # add rsp, 0xb8; pop rsi; pop rdi; ret
    end = bytes.fromhex("4881c4b8000000 5e 5f c3")
    saved = b"".join(moved(STORE, register) for register in KEPT)
    restored = b"".join(moved(LOAD, register) for register in KEPT)
    return begin + saved + in_registers + in_memory + pages + called(address) + restored + end


def to_windows(address: int) -> bytes:
    """
    Encode a function in System V's convention that calls a Windows function.

    It takes up to 4 arguments, all pointers and integers or all floats, which are passed in the
    same registers.
    """
    # mov r9, rcx; mov r8, rdx; mov rdx, rsi; mov rcx, rdi; sub rsp, 0x28
    begin = bytes.fromhex("4989c9 4989d0 4889f2 4889f9 4883ec28")
    # add rsp, 0x28; ret
    return begin + called(address) + bytes.fromhex("4883c428 c3")
