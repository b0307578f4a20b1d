"""Writes the object file of a library: code in memory, weights as they are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import BinaryIO

from ...runtime.code.elf import HEADER, SECTION, aligned
from ...runtime.files.library_file import DESCRIPTION_SECTION, WEIGHTS_SECTION, named_sections
from ...runtime.model.tensors import ALIGNMENT
from ..backend.object.merge_objects import InputObject
from .raw_object import PROGRAM_BITS

TYPE_FIELD, OFFSET_FIELD = 1, 4
"""Fields of a section header."""


class WeightedObject:
    """An object file whose section of weights comes last, after the table of sections."""

    def __init__(self, contents: bytes):
        """`contents` is the object; of its weights it has only the size."""
        sections = named_sections(memoryview(contents))
        self._description = sections.get(DESCRIPTION_SECTION)
        weights = sections.get(WEIGHTS_SECTION)
        start = aligned(len(contents), ALIGNMENT)
        self._head = contents
        self._padding = b""
        self.size = len(contents)
        """Size of the whole file. Units: bytes."""
        if weights is not None:
            self._head = with_weights_at(contents, weights.number, start)
            self._padding = bytes(start - len(contents))
            self.size = start + weights.size

    @property
    def undefined_symbols(self) -> list[str]:
        """Return the undefined symbols, sorted."""
        return undefined_symbols(self._head)

    def write(
        self,
        file: BinaryIO,
        weights: Iterable[memoryview],
        describe: Callable[[], bytes] | None = None,
    ) -> None:
        """Write the file, and its description, of known length, once the weights are written."""
        start = file.tell()
        file.write(self._head)
        file.write(self._padding)
        for piece in weights:
            file.write(piece)
        assert file.tell() == start + self.size
        if describe is not None and self._description is not None:
            description = describe()
            assert len(description) == self._description.size
            file.seek(start + self._description.offset)
            file.write(description)
            file.seek(start + self.size)


def undefined_symbols(contents: bytes) -> list[str]:
    """Return the undefined symbols of an object file, sorted."""
    symbols = InputObject(contents, 1).symbols
    return sorted(symbol.name for symbol in symbols if symbol.name and not symbol.is_defined)


def with_weights_at(contents: bytes, number: int, offset: int) -> bytes:
    """The object with the contents of a section at an offset, which had none before."""
    changed = bytearray(contents)
    at = HEADER.unpack_from(contents)[11] + number * SECTION.size
    fields = list(SECTION.unpack_from(contents, at))
    fields[TYPE_FIELD], fields[OFFSET_FIELD] = PROGRAM_BITS, offset
    SECTION.pack_into(changed, at, *fields)
    return bytes(changed)
