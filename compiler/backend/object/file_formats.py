"""Read, merge and write object files of any format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ....dialects.target.isa import ObjectFormat
from ....dialects.target.records import Target
from ....runtime.model.tensors import ALIGNMENT
from .coff import CODE, READ_ONLY, UNUSED, read_coff, write_coff
from .mach_o import CODE as MACOS_CODE
from .mach_o import KEPT, read_mach_o, write_mach_o
from .merge_objects import merge_objects
from .relocatable import MergedSection, Relocatable, merged


@dataclass(frozen=True)
class FileFormat:
    """Functions that read and write the object files of a system."""

    read: Callable[[bytes], Relocatable]
    write: Callable[[Relocatable, int, int | None], bytes]
    """Takes an object, the machine's number, and the section whose contents are left out."""
    code: MergedSection
    constants: MergedSection
    description: MergedSection
    """Empty sections for instructions, for a library's weights and for what Python reads of it."""


FORMATS = {
    ObjectFormat.COFF: FileFormat(
        read_coff,
        write_coff,
        MergedSection(".text", CODE, 16),
        MergedSection(".weights", READ_ONLY, ALIGNMENT),
        MergedSection(".ncnnc", UNUSED, ALIGNMENT),
    ),
    ObjectFormat.MACH_O: FileFormat(
        read_mach_o,
        write_mach_o,
        MergedSection("__TEXT,__text", MACOS_CODE, 16),
        MergedSection("__TEXT,__weights", 0, ALIGNMENT),
        MergedSection("__TEXT,__ncnnc", KEPT, ALIGNMENT),
    ),
}
"""Formats other than ELF, which `merge_objects` handles."""


def merge_files(objects: Sequence[bytes], target: Target) -> bytes:
    """Return one object file made of those of a program."""
    format = FORMATS.get(target.object_format)
    if format is None:
        return merge_objects(objects)
    one = merged([format.read(contents) for contents in objects])
    return format.write(one, target.system.machines[target.isa.architecture], None)
