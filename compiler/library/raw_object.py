"""
Write the object file of data that is not compiled: a few bytes of code, weights, metadata for
ncnnc.load.
"""

from __future__ import annotations

from ...dialects.target.system import System
from ...runtime.code.cpuid import INSTRUCTIONS
from ...runtime.code.elf import IN_MEMORY, MACHINES, NO_BITS, UNDEFINED
from ...runtime.files.library_file import DESCRIPTION_SECTION, WEIGHTS_SECTION
from ...runtime.model.tensors import ALIGNMENT
from ..backend.object.merge_objects import (
    GLOBAL,
    HIDDEN,
    ObjectSection,
    ObjectSymbol,
    SectionHeader,
    write_object,
)

PROGRAM_BITS = 1
"""Type of sections whose contents the file has."""
EXECUTABLE = 4
"""Flag of sections."""
FUNCTION, OBJECT = 2, 1
"""Types of symbols."""
WEIGHTS_SYMBOL = "ncnnc_weights"


def raw_object(weights_size: int, description: bytes, system: System) -> bytes:
    """An object with hidden symbols, no executable stack, and room for weights."""
    sections = [section(".note.GNU-stack", PROGRAM_BITS, 0, b"", 1)]
    symbols = [ObjectSymbol("", 0, 0, UNDEFINED, 0, 0)]

    def define(name: str, type: int, size: int) -> None:
        """A symbol at the start of the last section."""
        symbols.append(ObjectSymbol(name, GLOBAL << 4 | type, HIDDEN, len(sections), 0, size))

    for name, code in INSTRUCTIONS.get(system.architecture, ()):
        sections.append(section(".text", PROGRAM_BITS, IN_MEMORY | EXECUTABLE, code, 16))
        define(name, FUNCTION, len(code))
    if weights_size:
        weights = section(WEIGHTS_SECTION, NO_BITS, IN_MEMORY, b"", ALIGNMENT)
        sections.append(weights._replace(header=weights.header._replace(size=weights_size)))
    else:
        sections.append(section(".rodata", PROGRAM_BITS, IN_MEMORY, bytes(ALIGNMENT), ALIGNMENT))
    define(WEIGHTS_SYMBOL, OBJECT, weights_size)
    sections.append(section(DESCRIPTION_SECTION, PROGRAM_BITS, 0, description, ALIGNMENT))
    return write_object(sections, symbols, 1, MACHINES[system.architecture])


def section(name: str, type: int, flags: int, contents: bytes, alignment: int) -> ObjectSection:
    header = SectionHeader(0, type, flags, 0, 0, len(contents), 0, 0, alignment, 0)
    return ObjectSection(header, contents, name)
