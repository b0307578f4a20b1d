"""Write the object file of a library: code from memory, weights piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO

from ...dialects.target.system import System
from ...runtime.code.elf import HEADER, SECTION, aligned
from ...runtime.files.library_file import (
    DESCRIPTION_SECTION,
    WEIGHTS_SECTION,
    NamedSection,
    named_sections,
)
from ...runtime.model.tensors import ALIGNMENT
from ..backend.object.as_elf import as_elf
from ..backend.object.file_formats import FORMATS, FileFormat
from ..backend.object.merge_objects import InputObject
from ..backend.object.relocatable import MergedSymbol, Relocatable, merged
from .raw_object import PROGRAM_BITS, WEIGHTS_SYMBOL, instructions

TYPE_FIELD, OFFSET_FIELD = 1, 4
"""Fields of a section header."""


@dataclass(frozen=True)
class WeightedObject:
    """An object file whose section of weights comes last, after the section headers."""

    head: bytes
    """The file without the weights."""
    weights_size: int
    undefined_symbols: list[str]
    """Sorted."""
    description: NamedSection | None = None
    """Section of the metadata for ncnnc.load."""

    @property
    def size(self) -> int:
        """Return the size of the whole file. Units: bytes."""
        return len(self.head) + len(self._padding) + self.weights_size

    @property
    def _padding(self) -> bytes:
        end = len(self.head)
        return bytes(aligned(end, ALIGNMENT) - end) if self.weights_size else b""

    def write(
        self,
        file: BinaryIO,
        weights: Iterable[memoryview],
        describe: Callable[[], bytes] | None = None,
    ) -> None:
        """Write the file, and its description, of known length, once the weights are written."""
        start = file.tell()
        file.write(self.head)
        file.write(self._padding)
        for piece in weights:
            file.write(piece)
        assert file.tell() == start + self.size
        if describe is not None and self.description is not None:
            description = describe()
            assert len(description) == self.description.size
            file.seek(start + self.description.offset)
            file.write(description)
            file.seek(start + self.size)


def elf_object(contents: bytes) -> WeightedObject:
    """Return an object with the size of its weights, but not their contents."""
    sections = named_sections(memoryview(contents))
    weights = sections.get(WEIGHTS_SECTION)
    head, size = contents, 0
    if weights is not None:
        head = with_weights_at(contents, weights.number, aligned(len(contents), ALIGNMENT))
        size = weights.size
    return WeightedObject(
        head, size, undefined_symbols(contents), sections.get(DESCRIPTION_SECTION)
    )


def other_object(
    codes: Sequence[bytes],
    prefixes: Sequence[str],
    exported: Mapping[str, str],
    weights_size: int,
    system: System,
    description: bytes,
) -> WeightedObject:
    """Return the object of a system without ELF, merged as by `merge_objects`, without weights."""
    format = FORMATS[system.system.object_format]
    plain = added_code(format, system)
    plain.symbols.append(MergedSymbol(WEIGHTS_SYMBOL, len(plain.sections), 0))
    plain.sections.append(replace(format.constants, size=weights_size or ALIGNMENT))
    plain.sections.append(replace(format.description, contents=bytearray(description)))
    made = merged([*map(format.read, codes), plain], prefixes, exported)
    last = next(i for i, s in enumerate(made.sections) if s.name == format.constants.name)
    if not weights_size:
        made.sections[last].contents += bytes(ALIGNMENT)
    head = format.write(made, system.machine, last if weights_size else None)
    place = NamedSection(0, head.index(description), len(description), is_in_file=True)
    return WeightedObject(head, weights_size, made.undefined_symbols, place)


def elf_code(code: bytes, rounding: bytes, system: System) -> bytes:
    """
    Return the object file of a program as Python loads it, with the functions that it needs: of
    instructions, and those of C for rounding, which the system may lack.
    """
    kind = system.system.object_format
    format = FORMATS[kind]
    parts = [*map(format.read, (code, rounding)), added_code(format, system)]
    return as_elf(merged(parts), kind, system.architecture)


def added_code(format: FileFormat, system: System) -> Relocatable:
    """Return an object with functions of instructions."""
    made = Relocatable()
    for name, code in instructions(system):
        made.symbols.append(MergedSymbol(name, len(made.sections), 0, is_function=True))
        made.sections.append(replace(format.code, contents=bytearray(code), relocations=[]))
    return made


def undefined_symbols(contents: bytes) -> list[str]:
    """Return the undefined symbols of an object file, sorted."""
    symbols = InputObject(contents, 1).symbols
    return sorted(symbol.name for symbol in symbols if symbol.name and not symbol.is_defined)


def with_weights_at(contents: bytes, number: int, offset: int) -> bytes:
    """Return the object with a section's contents at an offset; it had none before."""
    changed = bytearray(contents)
    at = HEADER.unpack_from(contents)[11] + number * SECTION.size
    fields = list(SECTION.unpack_from(contents, at))
    fields[TYPE_FIELD], fields[OFFSET_FIELD] = PROGRAM_BITS, offset
    SECTION.pack_into(changed, at, *fields)
    return bytes(changed)
