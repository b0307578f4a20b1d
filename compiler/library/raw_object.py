"""
Write the object file of data that is not compiled: weights, metadata for ncnnc.load, and a few
bytes of code.
"""

from __future__ import annotations

from ...dialects.target.operating_systems import WINDOWS
from ...dialects.target.system import System
from ...runtime.code.cpuid import INSTRUCTIONS
from ...runtime.code.elf import IN_MEMORY, NO_BITS, UNDEFINED
from ...runtime.code.relocations import MACHINES
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
"""Type of sections with contents in the file."""
EXECUTABLE = 4
"""Flag of executable sections."""
FUNCTION, OBJECT = 2, 1
"""Types of symbols."""
# push rbx; mov eax, ecx; mov ecx, edx; cpuid
# mov [r8], eax; mov [r8+4], ebx; mov [r8+8], ecx; mov [r8+12], edx; pop rbx; ret
CPUID = bytes.fromhex("53 89c8 89d1 0fa2 418900 41895804 41894808 4189500c 5b c3")
# mov r10, rsp; mov r11, rax
# again: cmp r11, 4096; jb end; sub r10, 4096; test [r10], r10; sub r11, 4096; jmp again
# end: sub r10, r11; test [r10], r10; ret
PROBE_STACK = bytes.fromhex(
    "4989e2 4989c3 4981fb00100000 7213 4981ea00100000 4d8512 4981eb00100000 ebe4 4d29da 4d8512 c3"
)
# lsl x16, x15, #4; mov x17, sp
# again: sub x17, x17, #4096; subs x16, x16, #4096; ldr xzr, [x17]; b.gt again; ret
PROBE_STACK_OF_ARM = bytes.fromhex("f0ed7cd3 f1030091 310640d1 100640f1 3f0240f9 acffff54 c0035fd6")
WINDOWS_INSTRUCTIONS = {
    "x86_64": {"ncnnc_cpuid": CPUID, "__chkstk": PROBE_STACK},
    "aarch64": {"__chkstk": PROBE_STACK_OF_ARM},
}
"""
Functions for Windows: on x86-64 CPUID in its calling convention, and the stack probe that compilers
call for frames larger than a page, so that stack pages are touched in order.
"""
WEIGHTS_SYMBOL = "ncnnc_weights"


def raw_object(weights_size: int, description: bytes, system: System) -> bytes:
    """Return an object with hidden symbols, no executable stack, and space for weights."""
    sections = [section(".note.GNU-stack", PROGRAM_BITS, 0, b"", 1)]
    symbols = [ObjectSymbol("", 0, 0, UNDEFINED, 0, 0)]

    def define(name: str, type: int, size: int) -> None:
        """Define a symbol at the start of the last section."""
        symbols.append(ObjectSymbol(name, GLOBAL << 4 | type, HIDDEN, len(sections), 0, size))

    for name, code in instructions(system):
        sections.append(section(".text", PROGRAM_BITS, IN_MEMORY | EXECUTABLE, code, 16))
        define(name, FUNCTION, len(code))
    if weights_size:
        weights = section(WEIGHTS_SECTION, NO_BITS, IN_MEMORY, b"", ALIGNMENT)
        sections.append(weights._replace(header=weights.header._replace(size=weights_size)))
    else:
        sections.append(section(".rodata", PROGRAM_BITS, IN_MEMORY, bytes(ALIGNMENT), ALIGNMENT))
    define(WEIGHTS_SYMBOL, OBJECT, weights_size)
    sections.append(section(DESCRIPTION_SECTION, PROGRAM_BITS, 0, description, ALIGNMENT))
    return write_object(sections, symbols, 1, MACHINES[system.architecture].number)


def instructions(system: System) -> tuple[tuple[str, bytes], ...]:
    """Return functions of instructions that LLVM IR cannot express, with their code."""
    found = INSTRUCTIONS.get(system.architecture, ())
    if system.system is not WINDOWS:
        return found
    return tuple((dict(found) | WINDOWS_INSTRUCTIONS[system.architecture]).items())


def section(name: str, type: int, flags: int, contents: bytes, alignment: int) -> ObjectSection:
    header = SectionHeader(0, type, flags, 0, 0, len(contents), 0, 0, alignment, 0)
    return ObjectSection(header, contents, name)
