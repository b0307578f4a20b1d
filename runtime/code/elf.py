"""
Load an object file into memory: place sections, resolve symbols, relocate, protect pages.

LLVM's output (ELF, position independent, small code model) needs only this and the machine's
relocations (`relocations.py`). LLVM's own loader would need all of LLVM, which takes more memory
than many models.

Source: System V ABI, chapters 4 and 5.
"""

from __future__ import annotations

import ctypes
import mmap
import platform
import struct
from dataclasses import dataclass, replace
from functools import cache

from ..errors import ArtifactError
from ..system import here
from ..system.code_memory import CodeMemory, lasting_entry
from .relocations import MACHINES, Aim, ObjectMachine

HEADER = struct.Struct("<4s5B7xHHIQQQIHHHHHH")
SECTION = struct.Struct("<IIQQQQIIQQ")
SYMBOL = struct.Struct("<IBBHQQ")
RELOCATION = struct.Struct("<QQq")

MAGIC = b"\x7fELF"
RELOCATABLE = 1
"""File type of object files."""
SYMBOLS, RELOCATIONS, NO_BITS = 2, 4, 8
"""Types of sections."""
WRITABLE, IN_MEMORY = 1, 2
"""Flags of sections."""
UNDEFINED, ABSOLUTE = 0, 0xFFF1
"""Section numbers that name no section."""

MOST_BYTES = 1 << 31
"""Range of the small code model on all machines; the shorter range of calls is checked."""
SLOT_BYTES, JUMP_AT = 16, 8
"""Bytes of a symbol's slot, and the offset of the jump that follows its address."""
FAMILIES = {"AMD64": "x86_64", "arm64": "aarch64", "ARM64": "aarch64"}
"""System's name of a machine family -> the usual name, where they differ."""


@dataclass(frozen=True)
class Section:
    """A section of the file, and its place in memory."""

    type: int
    flags: int
    offset: int
    size: int
    link: int
    """Section of names for symbols, section of symbols for relocations."""
    target: int
    """For relocations, the section that they change."""
    alignment: int
    place: int = -1
    """Offset in memory; -1 for a section that is not loaded."""

    @property
    def is_writable(self) -> bool:
        """Return whether code may write to the section."""
        return bool(self.flags & WRITABLE)


@dataclass(frozen=True)
class Symbol:
    """A defined or undefined symbol of the file; it has no address if it is not in memory."""

    name: str
    section: int
    address: int | None


class LoadedObject:
    """
    The code and data of an object file, in memory of this process as long as this object lives.

    Code and constants are read-only once they are placed; variables can be written, not executed.

    Raises: ArtifactError for bytes that are no such file, and for missing functions.
    """

    def __init__(self, contents: bytes, family: str = "", *, is_native: bool = False):
        """
        Load code for a machine family, by default that of this machine; native code calls functions
        as this system does.
        """
        self._is_native = is_native
        self._contents = contents
        try:
            self._machine = machine_of(family or machine_family())
            self._sections = read_sections(contents, self._machine)
            self._load()
        except (struct.error, IndexError, UnicodeDecodeError, OverflowError, OSError) as e:
            raise ArtifactError(f"the object code cannot be loaded: it is damaged ({e})") from e

    def address(self, name: str) -> int | None:
        """Return the address of a symbol of the file."""
        return self._defined.get(name)

    def _load(self) -> None:
        table = next((s for s in self._sections if s.type == SYMBOLS), None)
        slots = 0 if table is None else table.size // SYMBOL.size
        fixed = self._place(0, writable=False)
        self._slots_at = aligned(fixed, SLOT_BYTES)
        variables = aligned(self._slots_at + slots * SLOT_BYTES, mmap.PAGESIZE)
        size = max(self._place(variables, writable=True), variables + 1)
        if size > MOST_BYTES:
            raise IndexError("it asks for more memory than its addresses reach")
        self._code = CodeMemory(size, variables)
        self._memory, self._base = self._code.bytes, self._code.address
        with self._code.writing():
            self._fill(table)

    def _fill(self, table: Section | None) -> None:
        """Write sections to memory, and relocate them."""
        for section in self._sections:
            if section.place >= 0 and section.type != NO_BITS:
                self._write(section.place, bytes_of(self._contents, section))
        symbols = [] if table is None else self._symbols(table)
        self._defined = {s.name: s.address for s in symbols if s.section != UNDEFINED}
        for section in self._sections:
            if section.type == RELOCATIONS:
                self._relocate(section, symbols)

    def _place(self, start: int, *, writable: bool) -> int:
        """Assign offsets to sections from `start` on, and return the end."""
        for i, section in enumerate(self._sections):
            if not section.flags & IN_MEMORY or section.is_writable != writable:
                continue
            start = aligned(start, max(section.alignment, 1))
            self._sections[i] = replace(section, place=start)
            start += section.size
        return start

    def _symbols(self, table: Section) -> list[Symbol]:
        names = bytes_of(self._contents, self._sections[table.link])
        symbols: list[Symbol] = []
        for at in range(0, table.size - SYMBOL.size + 1, SYMBOL.size):
            name_at, _, _, number, value, _ = SYMBOL.unpack_from(self._contents, table.offset + at)
            name = text_at(names, name_at)
            symbols.append(Symbol(name, number, self._symbol_address(name, number, value)))
        return symbols

    def _symbol_address(self, name: str, number: int, value: int) -> int | None:
        """Return a symbol's address; None in an unloaded section, and for the null symbol."""
        if number == ABSOLUTE:
            return value
        if number == UNDEFINED:
            return c_function(name, self._is_native) if name else None
        place = self._sections[number].place
        return None if place < 0 else self._base + place + value

    def _relocate(self, section: Section, symbols: list[Symbol]) -> None:
        """Apply one section's relocations."""
        target = self._sections[section.target]
        if target.place < 0:
            return
        for at in range(0, section.size - RELOCATION.size + 1, RELOCATION.size):
            offset, info, addend = RELOCATION.unpack_from(self._contents, section.offset + at)
            number, kind = int(info >> 32), int(info & 0xFFFFFFFF)
            rule = self._machine.rules.get(kind)
            if rule is None:
                raise ArtifactError(f"the object code has a relocation of unknown type {kind}")
            place = target.place + offset
            if not target.place <= place <= place + rule.size <= target.place + target.size:
                raise IndexError("a relocation outside of its section")
            address = self._aimed(number, symbols[number], rule.aim) + addend
            old = self._memory[place : place + rule.size]
            self._write(place, rule.patch(old, address, self._base + place))

    def _aimed(self, number: int, symbol: Symbol, aim: Aim) -> int:
        """Return the address that a relocation uses for a symbol."""
        if symbol.address is None:
            raise ArtifactError(f"the object code needs '{symbol.name}', which is undefined")
        if aim is Aim.SLOT:
            return self._slot(number, symbol.address)
        if aim is Aim.CALLED and symbol.section == UNDEFINED:
            return self._slot(number, symbol.address) + JUMP_AT
        return symbol.address

    def _slot(self, number: int, address: int) -> int:
        """Return the address of a symbol's slot; 8 bytes later follows the jump to the symbol."""
        place = self._slots_at + number * SLOT_BYTES
        self._write(place, struct.pack("<Q", address) + self._machine.jump)
        return self._base + place

    def _write(self, place: int, data: bytes) -> None:
        self._memory[place : place + len(data)] = data


def machine_family() -> str:
    """Return the family of this machine."""
    name = platform.machine()
    return FAMILIES.get(name, name)


def machine_of(family: str) -> ObjectMachine:
    """Return the object file conventions of a family. Raises: ArtifactError."""
    if machine := MACHINES.get(family):
        return machine
    raise ArtifactError(f"object code cannot be loaded on machines of the family '{family}'")


def read_sections(contents: bytes, expected: ObjectMachine) -> list[Section]:
    """Return the sections of an object file. Raises: ArtifactError, struct.error, IndexError."""
    if not contents.startswith(MAGIC):
        raise ArtifactError("the object code is no ELF file")
    _, bits, order, *_ = fields = HEADER.unpack_from(contents)
    kind, machine, table, size, count = (fields[i] for i in (6, 7, 11, 16, 17))
    if (bits, order, kind, machine, size) != (2, 1, RELOCATABLE, expected.number, SECTION.size):
        raise ArtifactError("the object code is no relocatable object for this kind of machine")
    sections: list[Section] = []
    for i in range(count):
        entry = SECTION.unpack_from(contents, table + i * size)
        _, type, flags, _, offset, length, link, target, alignment, _ = entry
        if type != NO_BITS and offset + length > len(contents):
            raise IndexError("a section ends after the file")
        sections.append(Section(type, flags, offset, length, link, target, alignment))
    return sections


def bytes_of(contents: bytes, section: Section) -> bytes:
    return contents[section.offset : section.offset + section.size]


def text_at(names: bytes, offset: int) -> str:
    end = names.find(b"\0", offset)
    if end < 0:
        raise IndexError("a name without an end")
    return names[offset:end].decode("ascii")


def aligned(offset: int, alignment: int) -> int:
    """Round an offset up to a multiple of the alignment."""
    return -(-offset // alignment) * alignment


@cache
def libraries() -> list[ctypes.CDLL]:
    found: list[ctypes.CDLL] = []
    for name in here.C_LIBRARIES:
        try:
            found.append(ctypes.CDLL(name))
        except OSError:
            continue
    return found


def c_function(name: str, is_native: bool = False) -> int:
    """
    Return the address at which code calls a C library function. Raises: ArtifactError without one.
    """
    for library in libraries():
        function = getattr(library, name, None)
        if function is not None:
            address = ctypes.cast(function, ctypes.c_void_p).value or 0
            return address if is_native else lasting_entry(address)[0]
    raise ArtifactError(f"the object code needs '{name}', which is undefined")
