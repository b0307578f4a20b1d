"""
Write addresses into code and data as each machine's relocations define.

LLVM emits no other kinds of relocations in position-independent code of the small or large code
model.

Sources: System V ABI, AMD64 Architecture Processor Supplement, section 4.4; ELF for the Arm 64-bit
Architecture, section 5.7.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias


class Aim(Enum):
    """The target of an address."""

    SYMBOL = auto()
    CALLED = auto()
    """The symbol, or a jump to it if it belongs to another library: calls have a limited range."""
    SLOT = auto()
    """A slot that holds the symbol's address."""


Patch: TypeAlias = Callable[[bytes, int, int], bytes]
"""Bytes of a place, the address to store, and the place's own address -> its new bytes."""


@dataclass(frozen=True)
class RelocationRule:
    """Describe how a kind of relocation changes its place."""

    size: int
    patch: Patch
    aim: Aim = Aim.SYMBOL


@dataclass(frozen=True)
class ObjectMachine:
    """A machine, as object files name it."""

    number: int
    rules: Mapping[int, RelocationRule]
    jump: bytes
    """Code that jumps to the address in the 8 bytes before it."""


def stored(format: str) -> Patch:
    """Return the patch that stores an address."""
    return lambda _, value, place: struct.pack(format, value)


def distance(format: str) -> Patch:
    """Return the patch that stores the distance of an address from the place."""
    return lambda _, value, place: struct.pack(format, value - place)


def into_instruction(fields: Callable[[int, int], int]) -> Patch:
    """Return the patch that sets bits of an instruction; assemblers leave them unset."""

    def patch(old: bytes, value: int, place: int) -> bytes:
        return struct.pack("<I", int.from_bytes(old, "little") | fields(value, place))

    return patch


def signed(value: int, bits: int) -> int:
    """Return a number in two's complement of `bits` bits. Raises: OverflowError."""
    if not -(1 << bits - 1) <= value < 1 << bits - 1:
        raise OverflowError("an address is out of reach")
    return value & (1 << bits) - 1


def pages(value: int, place: int) -> int:
    """Return the operand of `adrp`: the distance of an address in pages of 4 KiB."""
    away = signed((value >> 12) - (place >> 12), 21)
    return (away & 3) << 29 | away >> 2 << 5


def branch(value: int, place: int) -> int:
    """Return the operand of `b` and `bl`, which reach 128 MiB."""
    return signed(value - place, 28) >> 2


def in_page(unit: int) -> Patch:
    """
    Return the patch for the offset in a page, which instructions count in units of `unit` bytes.
    """
    return into_instruction(lambda value, _: (value & 0xFFF) // unit << 10)


def sixteen_bits(shift: int) -> Patch:
    """Return the patch for a quarter of an address, the operand of `movz` and `movk`."""
    return into_instruction(lambda value, _: (value >> shift & 0xFFFF) << 5)


X86_64 = ObjectMachine(
    62,
    {
        1: RelocationRule(8, stored("<Q")),
        2: RelocationRule(4, distance("<i")),
        4: RelocationRule(4, distance("<i"), Aim.CALLED),
        # Linkers may relax accesses to tables of addresses; this is not done here.
        **dict.fromkeys((9, 41, 42), RelocationRule(4, distance("<i"), Aim.SLOT)),
    },
    jump=b"\xff\x25" + struct.pack("<i", -14),  # jmp *-14(%rip)
)
LOADS = {278: 1, 284: 2, 285: 4, 286: 8, 299: 16}
"""Kind of relocation of a load or store -> its bytes."""
QUARTERS = {263: 0, 264: 0, 265: 16, 266: 16, 267: 32, 268: 32, 269: 48}
"""Kind of relocation of a constant -> the lowest of its bits."""
AARCH64 = ObjectMachine(
    183,
    {
        257: RelocationRule(8, stored("<Q")),
        260: RelocationRule(8, distance("<q")),
        261: RelocationRule(4, distance("<i")),
        **{kind: RelocationRule(4, sixteen_bits(shift)) for kind, shift in QUARTERS.items()},
        **dict.fromkeys((275, 276), RelocationRule(4, into_instruction(pages))),
        277: RelocationRule(4, in_page(1)),
        **{kind: RelocationRule(4, in_page(size)) for kind, size in LOADS.items()},
        **dict.fromkeys((282, 283), RelocationRule(4, into_instruction(branch), Aim.CALLED)),
        311: RelocationRule(4, into_instruction(pages), Aim.SLOT),
        312: RelocationRule(4, in_page(8), Aim.SLOT),
    },
    jump=struct.pack("<II", 0x58FFFFD0, 0xD61F0200),  # ldr x16, -8; br x16
)
MACHINES: dict[str, ObjectMachine] = {"x86_64": X86_64, "aarch64": AARCH64}
"""Machine family -> conventions of its object files."""
