"""
Turn an object file of macOS into one of Linux: code and calls are the same, but for some names.

The places that linkers fill in are translated one by one, so that a program of it shows that the
object has them right.
"""

from __future__ import annotations

import struct

from ncnnc.compiler.backend.object.mach_o import (
    FROM_HERE,
    HAS_SYMBOL,
    KIND,
    LENGTH,
    NUMBER_FOLLOWS,
    read_mach_o,
)
from ncnnc.compiler.backend.object.merge_objects import (
    GLOBAL,
    ObjectSection,
    ObjectSymbol,
    SectionHeader,
    write_object,
)
from ncnnc.compiler.backend.object.relocatable import MergedSection
from ncnnc.runtime.code.elf import NO_BITS, RELOCATION, RELOCATIONS
from ncnnc.runtime.code.relocations import MACHINES

X86 = {0: 1, 1: 2, 2: 4, 3: 9, 4: 9, 6: 2, 7: 2, 8: 2}
"""Type on macOS -> on Linux: an address, distances of data, of calls, of entries of the table."""
ARM = {0: 257, 2: 283, 3: 275, 5: 311, 6: 312}
PAGE_OFFSET = 4
ADD, LOADS = 277, {0: 278, 1: 284, 2: 285, 3: 286, 4: 299}
"""Offsets in a page: of additions, and of loads and stores by the logarithm of their size."""
CODE_FLAGS, DATA_FLAGS = 6, 3
OWN = {
    name: f"macos_{name}"
    for name in ("open", "pthread_once", "sysctlbyname", "pthread_key_create", "__error")
}
"""Functions that differ from those of Linux."""
SHIM = """#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Its variable begins with a number of macOS's. */
int macos_pthread_once(long *once, void (*function)(void)) {
  pthread_mutex_lock(&lock);
  if (*once != 1) function();
  *once = 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

int macos_pthread_key_create(unsigned long *key, void (*end)(void *)) {
  pthread_key_t made;
  int status = pthread_key_create(&made, end);
  *key = made;
  return status;
}

int macos_sysctlbyname(const char *name, int *value, size_t *size, void *to, size_t bytes) {
  (void)name, (void)size, (void)to, (void)bytes;
  *value = 1;
  return 0;
}
"""
"""Defines them as macOS does."""


def as_elf(contents: bytes, architecture: str) -> bytes:
    """Return the object file of Linux for one of macOS."""
    made = read_mach_o(contents)
    order = sorted(range(len(made.symbols)), key=lambda i: not made.symbols[i].is_local)
    numbers = {old: new for new, old in enumerate(order, 1)}
    symbols = [ObjectSymbol("", 0, 0, 0, 0, 0)]
    for number in order:
        symbol = made.symbols[number]
        bind = 0 if symbol.is_local else GLOBAL << 4
        name = symbol.name if symbol.is_defined else OWN.get(symbol.name, symbol.name)
        symbols.append(ObjectSymbol(name, bind, 0, symbol.section + 1, symbol.offset, 0))
    locals_ = sum(symbol.is_local for symbol in made.symbols) + 1
    table = 1 + 2 * len(made.sections)
    sections: list[ObjectSection] = []
    for section in made.sections:
        flags = CODE_FLAGS if section.name.endswith("__text") else DATA_FLAGS
        kind = 1 if section.contents else NO_BITS
        head = SectionHeader(0, kind, flags, 0, 0, section.extent, 0, 0, section.alignment, 0)
        sections.append(ObjectSection(head, bytes(section.contents), section.name))
    for number, section in enumerate(made.sections, 1):
        records = b"".join(relocations(section, architecture, numbers))
        head = SectionHeader(
            0, RELOCATIONS, 0, 0, 0, len(records), table, number, 8, RELOCATION.size
        )
        sections.append(ObjectSection(head, records, f".rela{number}"))
    return write_object(sections, symbols, locals_, MACHINES[architecture].number)


def relocations(section: MergedSection, architecture: str, numbers: dict[int, int]) -> list[bytes]:
    """Return the records of a section's relocations."""
    made: list[bytes] = []
    following = 0
    for one in section.relocations:
        kind, size = one.type >> KIND & 15, 1 << (one.type >> LENGTH & 3)
        assert not one.type & HAS_SYMBOL
        if architecture == "aarch64" and kind == NUMBER_FOLLOWS:
            following = one.number
            continue
        assert one.symbol is not None
        at = one.offset
        if architecture == "x86_64":
            addend = int.from_bytes(section.contents[at : at + size], "little", signed=True)
            addend -= 4 if one.type & FROM_HERE else 0
            type = X86[kind]
        else:
            addend, following = following, 0
            if kind == 0:
                addend = int.from_bytes(section.contents[at : at + size], "little", signed=True)
            (word,) = struct.unpack_from("<I", section.contents, at)
            type = page_offset(word) if kind == PAGE_OFFSET else ARM[kind]
        made.append(RELOCATION.pack(at, numbers[one.symbol] << 32 | type, addend))
    return made


def page_offset(word: int) -> int:
    """Return the type for an instruction of arm64 that takes an offset in a page."""
    if word & 0x1F000000 == 0x11000000:
        return ADD
    is_vector = word >> 26 & 1 and word >> 23 & 1
    return LOADS[4 if is_vector and not word >> 30 else word >> 30]
