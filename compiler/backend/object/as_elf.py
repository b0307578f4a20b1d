"""
Translate object files of Windows and macOS to ELF, which Python loads on all systems.

Code and data stay the same, but for numbers that COFF and Mach-O keep where a linker writes: ELF
has them in its relocations.

Sources: Microsoft, PE Format, COFF Relocations; Apple, x86_64/reloc.h and arm64/reloc.h; ELF for
the Arm 64-bit Architecture, section 5.7.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping

from ....dialects.target.isa import ObjectFormat
from ....runtime.code.elf import IN_MEMORY, NO_BITS, RELOCATION, RELOCATIONS, WRITABLE
from ....runtime.code.relocations import LOADS, MACHINES
from .coff import CODE as COFF_CODE
from .coff import READ_ONLY
from .mach_o import FROM_HERE, HAS_SYMBOL, KIND, LENGTH, NUMBER_FOLLOWS
from .merge_objects import GLOBAL, ObjectSection, ObjectSymbol, SectionHeader, write_object
from .relocatable import MergedSection, Relocatable, Relocation

PROGRAM_BITS, EXECUTABLE = 1, 4
"""Type of sections with contents in the file, and flag of instructions."""
UNWINDING = (".pdata", ".xdata")
"""Sections of Windows for walks through frames, which the loader leaves out."""
ADDRESS, DISTANCE, CALL, SLOT = 1, 2, 4, 9
"""Types of relocations of ELF on x86-64."""
COFF_DISTANCES = range(4, 10)
"""Types on Windows, by the number of bytes between the place and the next instruction."""
MACHO_X86 = {
    0: ADDRESS,
    1: DISTANCE,
    2: CALL,
    3: SLOT,
    4: SLOT,
    6: DISTANCE,
    7: DISTANCE,
    8: DISTANCE,
}
ARM_ADDRESS, PAGE, ADD, BRANCH = 257, 275, 277, 283
"""Types of relocations of ELF on aarch64."""
MACHO_ARM = {0: ARM_ADDRESS, 2: BRANCH, 3: PAGE, 4: ADD, 5: 311, 6: 312}
COFF_ARM = {3: BRANCH, 4: PAGE, 6: ADD, 7: ADD, 14: ARM_ADDRESS}
OF_SIZE = {size: kind for kind, size in LOADS.items()}
Records = Iterator[tuple[int, int, int, int]]
"""Offset, symbol, type and addend."""


def as_elf(made: Relocatable, format: ObjectFormat, architecture: str) -> bytes:
    """Return the ELF file of an object that was read from a file of another format."""
    # Compilers for Windows ask for symbols that nothing refers to.
    used = {r.symbol for section in made.sections for r in section.relocations}
    kept = [i for i, symbol in enumerate(made.symbols) if symbol.is_defined or i in used]
    order = sorted(kept, key=lambda i: not made.symbols[i].is_local)
    numbers = {old: new for new, old in enumerate(order, 1)}
    symbols = [ObjectSymbol("", 0, 0, 0, 0, 0)]
    for symbol in (made.symbols[number] for number in order):
        bind = 0 if symbol.is_local else GLOBAL << 4
        symbols.append(ObjectSymbol(symbol.name, bind, 0, symbol.section + 1, symbol.offset, 0))
    translate = TRANSLATIONS[format, architecture]
    table, sections, tables = (
        1 + 2 * len(made.sections),
        list[ObjectSection](),
        list[ObjectSection](),
    )
    for number, section in enumerate(made.sections, 1):
        contents = bytearray(section.contents)
        found = () if section.name in UNWINDING else translate(section, contents)
        records = b"".join(
            RELOCATION.pack(at, numbers[symbol] << 32 | type, addend)
            for at, symbol, type, addend in found
        )
        kind = PROGRAM_BITS if contents else NO_BITS
        extent, alignment = section.extent, section.alignment
        head = SectionHeader(0, kind, flags_of(section), 0, 0, extent, 0, 0, alignment, 0)
        sections.append(ObjectSection(head, bytes(contents), section.name))
        head = SectionHeader(
            0, RELOCATIONS, 0, 0, 0, len(records), table, number, 8, RELOCATION.size
        )
        tables.append(ObjectSection(head, records, f".rela{number}"))
    locals_ = 1 + sum(symbol.is_local for symbol in made.symbols)
    return write_object([*sections, *tables], symbols, locals_, MACHINES[architecture].number)


def flags_of(section: MergedSection) -> int:
    """Return the flags of a section in ELF; constants with addresses are written by the loader."""
    if section.name in UNWINDING:
        return 0
    if section.name.endswith("__text") or section.flags == COFF_CODE:
        return IN_MEMORY | EXECUTABLE
    is_constant = section.flags == READ_ONLY or section.name.startswith("__TEXT,")
    return IN_MEMORY if is_constant else IN_MEMORY | WRITABLE


def stored(contents: bytearray, at: int, size: int) -> int:
    """Return the number at a place."""
    return int.from_bytes(contents[at : at + size], "little", signed=True)


def coff_x86(section: MergedSection, contents: bytearray) -> Records:
    """Yield relocations of Windows on x86-64."""
    for one in section.relocations:
        is_distance = one.type in COFF_DISTANCES
        assert is_distance or one.type == ADDRESS
        addend = stored(contents, one.offset, 4 if is_distance else 8)
        addend -= one.type if is_distance else 0
        yield one.offset, symbol_of(one), CALL if is_distance else ADDRESS, addend


def coff_arm(section: MergedSection, contents: bytearray) -> Records:
    """Yield relocations of Windows on arm64, and clear the fields of the instructions."""
    for one in section.relocations:
        at, type = one.offset, COFF_ARM[one.type]
        addend = stored(contents, at, 8)
        if type != ARM_ADDRESS:
            (word,) = struct.unpack_from("<I", contents, at)
            if type == ADD:
                type = page_offset(word)
            addend, word = without_number(word, type)
            struct.pack_into("<I", contents, at, word)
        yield at, symbol_of(one), type, addend


def without_number(word: int, type: int) -> tuple[int, int]:
    """Return the number in an instruction's field, and the instruction without it."""
    if type == BRANCH:
        return signed(word & 0x3FFFFFF, 26) << 2, word & ~0x3FFFFFF
    if type == PAGE:
        number = (word >> 5 & 0x7FFFF) << 2 | word >> 29 & 3
        return signed(number, 21), word & ~(0x7FFFF << 5 | 3 << 29)
    return (word >> 10 & 0xFFF) * LOADS.get(type, 1), word & ~(0xFFF << 10)


def signed(value: int, bits: int) -> int:
    """Return the number that a field of `bits` bits holds."""
    return value - (value >> bits - 1 << bits)


def mach_o_x86(section: MergedSection, contents: bytearray) -> Records:
    """Yield relocations of macOS on x86-64."""
    for one in section.relocations:
        assert not one.type & HAS_SYMBOL
        addend = stored(contents, one.offset, 1 << (one.type >> LENGTH & 3))
        addend -= 4 if one.type & FROM_HERE else 0
        yield one.offset, symbol_of(one), MACHO_X86[one.type >> KIND & 15], addend


def mach_o_arm(section: MergedSection, contents: bytearray) -> Records:
    """Yield relocations of macOS on arm64; a number may precede one as a relocation of its own."""
    following = 0
    for one in section.relocations:
        kind = one.type >> KIND & 15
        assert not one.type & HAS_SYMBOL
        if kind == NUMBER_FOLLOWS:
            following = one.number
            continue
        addend, following, type = following, 0, MACHO_ARM[kind]
        if type == ARM_ADDRESS:
            addend = stored(contents, one.offset, 8)
        if type == ADD:
            type = page_offset(*struct.unpack_from("<I", contents, one.offset))
        yield one.offset, symbol_of(one), type, addend


def symbol_of(one: Relocation) -> int:
    """Return the number of a relocation's symbol."""
    assert one.symbol is not None
    return one.symbol


def page_offset(word: int) -> int:
    """Return the type for an instruction of arm64 that takes an offset in a page."""
    if word & 0x1F000000 == 0x11000000:
        return ADD
    is_vector = word >> 26 & 1 and word >> 23 & 1
    return OF_SIZE[16 if is_vector and not word >> 30 else 1 << (word >> 30)]


Translate = Callable[[MergedSection, bytearray], Records]
TRANSLATIONS: Mapping[tuple[ObjectFormat, str], Translate] = {
    (ObjectFormat.COFF, "x86_64"): coff_x86,
    (ObjectFormat.COFF, "aarch64"): coff_arm,
    (ObjectFormat.MACH_O, "x86_64"): mach_o_x86,
    (ObjectFormat.MACH_O, "aarch64"): mach_o_arm,
}
"""Format and family of machines -> what translates the relocations of a section."""
