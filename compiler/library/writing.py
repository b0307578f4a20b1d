"""Write libraries: one file, its header, and the file of weights if there is one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from ...dialects.target.operating_systems import LINUX, MACOS, WINDOWS
from ...dialects.target.records import ISAS, Target
from ...dialects.target.system import System, system_of
from ...runtime.artifact import Contents, contents_of_programs
from ...runtime.artifact.writing import NO_DIGEST, description
from ...runtime.files.digest import section_digest
from ...runtime.files.replacing_files import replace_files
from ...runtime.model.program import Program
from ...runtime.model.specialisation import shapes_of
from ...runtime.model.tensors import padded
from ...runtime.weights.shared_weights import SharedWeights
from ..backend.object.merge_objects import merge_objects
from ..diagnostics import OptionValueError, UnsupportedError
from .archive_file import archive_head, archive_tail
from .header import print_header
from .interface import PREFIX
from .library_options import LibraryOptions
from .linking import LinkError, link, no_linker, shown_command
from .module import part_object, runtime_objects
from .names import name_of_file
from .object_file import WeightedObject, elf_code, elf_object, other_object
from .raw_object import raw_object
from .sequence_interface import functions_of, public_name
from .systems.macos import link_macos, macos_archive_head
from .systems.windows import link_windows, windows_command
from .tables import Entry
from .weights_file import HEAD_BYTES, Checksum, file_head

DYNAMIC = ".dll"
"""The suffix of libraries that programs link through an import library."""
MOST_BYTES = 1_900_000_000
"""Largest size of weights in a library: code addresses 2 GiB."""


@dataclass
class Library:
    """A library while its files are written."""

    output: Path
    contents: Contents
    options: LibraryOptions
    entries: tuple[Entry, ...] = ()
    weights: SharedWeights = field(init=False)
    digest: str = NO_DIGEST
    """Digest of the weights; set when they are written."""
    checksum: int = 0
    """Checksum of the weights; set if they are in a separate file."""
    import_library: bytes = b""
    """Contents of the import library of a `.dll`; set when it is linked."""

    def __post_init__(self) -> None:
        self.weights = SharedWeights(self.contents.programs)
        shapes = list(dict.fromkeys(map(shapes_of, self.contents.programs)))
        places = zip(self.contents.programs, self.weights.ranges, strict=True)
        self.entries = tuple(
            Entry(program, f"program{i}_", shapes.index(shapes_of(program)), place.offset)
            for i, (program, place) in enumerate(places)
        )

    @property
    def name(self) -> str:
        """Return the prefix of names in C."""
        name = self.options.name
        return name or name_of_file(self.output.name.partition(".")[0])

    @property
    def system(self) -> System:
        """Return the library's operating system."""
        system = system_of(Target.parse(self.contents.targets[0]))
        assert system is not None  # `check_format`
        return system

    @cached_property
    def loadable(self) -> Contents:
        """Return the programs with object files that Python loads."""
        programs = self.contents.programs
        if self.system.system is LINUX:
            return self.contents
        rounding = part_object("rounding", self.system)
        codes = (elf_code(program.object_code, rounding, self.system) for program in programs)
        changed = (replace(p, object_code=c) for p, c in zip(programs, codes, strict=True))
        return replace(self.contents, programs=tuple(changed))

    @property
    def exported(self) -> dict[str, str]:
        """Return the exported functions: names in the object -> names for callers."""
        return {
            function.name: f"{self.name}_{public_name(function).removeprefix(PREFIX)}"
            for function in functions_of(self.contents.programs)
        }

    @property
    def is_beside(self) -> bool:
        """Return whether the weights are in a separate file."""
        return bool(self.options.weights_file)

    def header(self) -> str:
        sets = {entry.shapes: entry.program for entry in reversed(self.entries)}
        ordered = [sets[number] for number in sorted(sets)]
        return print_header(self.name, self.contents.targets, ordered)

    def weight_pieces(self) -> Iterator[memoryview]:
        """Yield the weights and padding, then set digest and checksum."""
        digest = section_digest("weights", self.weights.size)
        checksum = Checksum() if self.is_beside else None
        gap = memoryview(bytes(padded(self.weights.size) - self.weights.size))
        for piece in self.weights.pieces():
            digest.update(piece)
            if checksum is not None:
                checksum.update(piece)
            yield piece
        if checksum is not None:
            checksum.update(gap)
            self.checksum = checksum.value
        self.digest = digest.hexdigest()
        yield gap

    def description(self) -> bytes:
        """Return the metadata that ncnnc.load reads."""
        beside = Path(self.options.weights_file).name
        return description(self.loadable, self.weights, self.digest, beside, self.name)

    def object_file(self) -> WeightedObject:
        """Return the object without weights; a separate file of weights must be written before."""
        size = padded(self.weights.size)
        head = file_head(size, self.checksum) if self.is_beside else b""
        openmp = self.options.threads > 1
        parts = runtime_objects(self.entries, self.system, self.options.threads, openmp, head)
        codes = [*(entry.program.object_code for entry in self.entries), *parts]
        prefixes = [entry.prefix for entry in self.entries]
        inside = 0 if head else size
        if self.system.system is not LINUX:
            description = self.description()
            return other_object(codes, prefixes, self.exported, inside, self.system, description)
        raw = raw_object(inside, self.description(), self.system)
        return elf_object(merge_objects([*codes, raw], prefixes, self.exported))

    def write_object(self, file: BinaryIO) -> None:
        self.write_weighted(self.object_file(), file)

    def write_weighted(self, made: WeightedObject, file: BinaryIO) -> None:
        """Write an object, with its weights unless they are in a separate file."""
        if self.is_beside:
            made.write(file, ())
        else:
            made.write(file, self.weight_pieces(), self.description)

    def write_archive(self, file: BinaryIO) -> None:
        made = self.object_file()
        head = macos_archive_head if self.system.system is MACOS else archive_head
        file.write(head(list(self.exported.values()), made.size))
        self.write_weighted(made, file)
        file.write(archive_tail(made.size))

    def write_shared(self, file: BinaryIO) -> None:
        """Link the shared library, and rename it instead of copying it. Raises: LinkError."""
        parent = self.output.absolute().parent
        made = self.object_file()
        with TemporaryDirectory(prefix=f".{self.output.name}.", dir=parent) as temporary:
            folder = Path(temporary)
            with open(folder / "model.o", "wb") as object_file:
                self.write_weighted(made, object_file)
            try:
                self.link(folder, made.undefined_symbols)
            except LinkError as error:
                kept = self.output.with_suffix(".obj" if self.output.suffix == DYNAMIC else ".o")
                (folder / "model.o").replace(kept)
                command = self.link_command(kept.name, made.undefined_symbols)
                raise no_linker(str(error), self.output, kept, command) from error
            with open(folder / self.output.name, "rb+") as linked:
                os.fsync(linked.fileno())
            os.chmod(linked.name, os.fstat(file.fileno()).st_mode)
            os.replace(linked.name, file.name)

    def link(self, folder: Path, needed: Sequence[str]) -> None:
        """Link `model.o` in a folder, whose undefined symbols are `needed`. Raises: LinkError."""
        output = self.output.name
        if self.system.system is WINDOWS:
            exported = [*self.exported.values()]
            made = link_windows(folder, "model.o", output, needed, exported, self.system)
            self.import_library = made.read_bytes()
        elif self.system.system is MACOS:
            link_macos(folder, "model.o", output, self.system)
        else:
            link(folder, "model.o", output, needed, self.system)

    def link_command(self, object_file: str, needed: Sequence[str]) -> str:
        """Return the command for users to link the library."""
        output = self.output.name
        if self.system.system is WINDOWS:
            return windows_command(output, object_file, [*self.exported.values()])
        if self.system.system is MACOS:
            return f"cc -dynamiclib -install_name @rpath/{output} -o {output} {object_file}"
        return shown_command(output, object_file, needed)

    def write_import_library(self, file: BinaryIO) -> None:
        """Write the import library after the library."""
        file.write(self.import_library)

    def write_weights(self, file: BinaryIO) -> None:
        file.write(bytes(HEAD_BYTES))
        for piece in self.weight_pieces():
            file.write(piece)
        file.seek(0)
        file.write(file_head(padded(self.weights.size), self.checksum))


def write_library(
    output: str | Path, programs: Sequence[Program], options: LibraryOptions
) -> tuple[Path, ...]:
    """
    Write a library with programs of one model, for targets and sets of shapes, and its header
    beside it. Files are written atomically. Returns their paths.

    Raises: OptionValueError for a name that is invalid in C or weights too large for a library;
    UnsupportedError for layers computed in Python, and detections of dynamic extents; LinkError if
    a `.so` cannot be linked here, after writing the `.o` instead; OSError if a file cannot be
    written.
    """
    path = Path(output)
    check_call_backs(programs)
    check_found_rows(programs)
    library = Library(path, contents_of_programs(best_first(programs)), options)
    if library.weights.size > MOST_BYTES and not library.is_beside:
        raise OptionValueError(
            f"{library.weights.size} bytes of weights are too many for one library; "
            "hint: --weights-file FILE"
        )
    writers: dict[str | os.PathLike[str], Callable[[BinaryIO], None]] = {}
    if library.is_beside:
        writers[Path(options.weights_file)] = library.write_weights
    writers[path] = writer_of(library)
    if path.suffix == DYNAMIC:
        writers[path.with_suffix(".lib")] = library.write_import_library
    header = path.with_name(path.stem.removeprefix("lib") + ".h")
    writers[header] = partial(write_text, library.header())
    try:
        replace_files(writers)
    except LinkError:
        del writers[path]
        writers.pop(path.with_suffix(".lib"), None)
        replace_files(writers)
        raise
    return tuple(map(Path, writers))


def writer_of(library: Library) -> Callable[[BinaryIO], None]:
    """Return the writer for the file's suffix."""
    match library.output.suffix:
        case ".so" | ".dll" | ".dylib":
            return library.write_shared
        case ".a" | ".lib":
            return library.write_archive
        case _:
            return library.write_object


def write_text(text: str, file: BinaryIO) -> None:
    file.write(text.encode())


def best_first(programs: Sequence[Program]) -> list[Program]:
    """Return the programs, best target first; of one target in the given order."""
    names = list(ISAS)

    def rank(program: Program) -> tuple[int, int]:
        target = Target.parse(program.target)
        return -names.index(target.isa.name), -len(target.extensions)

    return sorted(programs, key=rank)


def check_call_backs(programs: Sequence[Program]) -> None:
    """Raises: UnsupportedError if a program calls Python functions."""
    types = sorted({call.type for program in programs for call in program.call_backs})
    if types:
        raise UnsupportedError(
            f"a library for C cannot have layers that Python computes: {', '.join(types)}"
        )


def check_found_rows(programs: Sequence[Program]) -> None:
    """Raises: UnsupportedError if the number of detected rows depends on extents of a run."""
    for spec in (spec for program in programs for spec in program.outputs):
        if spec.has_found_rows and spec.symbolic:
            raise UnsupportedError(
                f"a library for C has detections in images of one size, not '{spec.name}'; "
                "hint: compile it for several shapes"
            )
