"""Objects of Windows and macOS: what is written is read again, and merging resolves names."""

from __future__ import annotations

import pytest
from ncnnc.compiler.backend.object.file_formats import FORMATS, FileFormat
from ncnnc.compiler.backend.object.relocatable import (
    UNDEFINED,
    MergedSection,
    MergedSymbol,
    Relocatable,
    Relocation,
    merged,
)
from ncnnc.dialects.target.isa import ObjectFormat
from ncnnc.dialects.target.operating_systems import OPERATING_SYSTEMS

NAMES = {
    ObjectFormat.COFF: (".text", ".bss"),
    ObjectFormat.MACH_O: ("__TEXT,__text", "__DATA,__bss"),
}
FLAGS = {ObjectFormat.COFF: (0x6000_0020, 0xC000_0080), ObjectFormat.MACH_O: (0x8000_0400, 1)}
TYPES = {ObjectFormat.COFF: 4, ObjectFormat.MACH_O: 2 << 28 | 2 << 25 | 1 << 24}
"""Calls."""
MANY = 70_000
"""Relocations than which a section's head has room for fewer on Windows."""


def caller(kind: ObjectFormat, calls: int) -> Relocatable:
    """Return an object that calls a function of another one, and has a variable of zeros."""
    (code, zeros), (code_flags, zero_flags) = NAMES[kind], FLAGS[kind]
    calling = [Relocation(5 * i + 1, 1, TYPES[kind]) for i in range(calls)]
    return Relocatable(
        [
            MergedSection(code, code_flags, 16, bytearray(b"\xe8\0\0\0\0" * calls), 0, calling),
            MergedSection(zeros, zero_flags, 8, size=24),
        ],
        [
            MergedSymbol("a_caller_with_a_long_name", 0, 0),
            MergedSymbol("called", UNDEFINED, 0),
            MergedSymbol("variable", 1, 8, is_local=True),
        ],
    )


def callee(kind: ObjectFormat) -> Relocatable:
    """Return an object that defines the function."""
    section = MergedSection(NAMES[kind][0], FLAGS[kind][0], 32, bytearray(b"\xcc\xc3"))
    return Relocatable([section], [MergedSymbol("called", 0, 1)])


def written(format: FileFormat, kind: ObjectFormat, made: Relocatable) -> Relocatable:
    """Return what is read of an object's file."""
    system = next(s for s in OPERATING_SYSTEMS.values() if s.object_format is kind)
    return format.read(format.write(made, system.machines["x86_64"], None))


def called(made: Relocatable) -> list[tuple[int, str, int]]:
    """Return where functions are called, which, and how."""
    return [
        (relocation.offset, made.symbols[relocation.symbol].name, relocation.type)
        for section in made.sections
        for relocation in section.relocations
        if relocation.symbol is not None
    ]


def places(made: Relocatable) -> dict[str, tuple[str, int, bool]]:
    """Return the section and the offset of each symbol that is defined, and whether it is local."""
    return {
        symbol.name: (made.sections[symbol.section].name, symbol.offset, symbol.is_local)
        for symbol in made.symbols
        if symbol.is_defined and not symbol.name.startswith("section")
    }


@pytest.mark.parametrize(("kind", "format"), FORMATS.items())
def test_a_file_has_all_of_an_object(kind: ObjectFormat, format: FileFormat):
    made = caller(kind, MANY)
    found = written(format, kind, made)
    assert called(found) == called(made)
    assert places(found) == places(made)
    assert found.undefined_symbols == ["called"]
    assert [(s.name, s.extent, s.alignment, bytes(s.contents)) for s in found.sections] == [
        (s.name, s.extent, s.alignment, bytes(s.contents)) for s in made.sections
    ]


@pytest.mark.parametrize(("kind", "format"), FORMATS.items())
def test_merging_resolves_names_and_hides_them(kind: ObjectFormat, format: FileFormat):
    objects = [caller(kind, 3), callee(kind), caller(kind, 1)]
    one = merged(objects, ("first_", "", "second_"), {"second_a_caller_with_a_long_name": "shown"})
    found = written(format, kind, one)
    code, zeros = NAMES[kind]
    assert found.undefined_symbols == []
    assert [offset for offset, *_ in called(found)] == [1, 6, 11, 49]
    assert {name for _, name, _ in called(found)} == {"called"}
    assert places(found) == {
        "first_a_caller_with_a_long_name": (code, 0, True),
        "called": (code, 33, True),
        "shown": (code, 48, False),
        "variable": (zeros, 32, True),
    }
    text, bss = found.sections
    assert bytes(text.contents) == (
        b"\xe8\0\0\0\0" * 3 + bytes(17) + b"\xcc\xc3" + bytes(14) + b"\xe8\0\0\0\0"
    )
    assert (text.alignment, bss.size) == (32, 48)


@pytest.mark.parametrize("kind", FORMATS)
def test_a_name_is_defined_once(kind: ObjectFormat):
    with pytest.raises(AssertionError, match="called"):
        merged([callee(kind), callee(kind)])
