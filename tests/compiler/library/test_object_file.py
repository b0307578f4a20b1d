"""Read the files of a library as ELF files: names, dependencies, protection, alignment."""

from __future__ import annotations

import struct
from collections.abc import Iterator

import ncnnc
import pytest
from ncnnc.compiler.backend.object.merge_objects import InputObject
from ncnnc.compiler.library.archive_file import archive_head
from ncnnc.compiler.library.interface import FUNCTIONS
from ncnnc.compiler.library.object_file import undefined_symbols
from ncnnc.runtime.artifact import read_contents
from ncnnc.runtime.code.elf import HEADER, SECTION
from ncnnc.runtime.files.library_file import WEIGHTS_SECTION, contents_of, named_sections
from ncnnc.runtime.weights.base import aligned_weights

PROGRAM_HEADER = struct.Struct("<IIQQQQQQ")
DYNAMIC = struct.Struct("<qQ")
LOAD, DYNAMIC_TABLE, STACK = 1, 2, 0x6474E551
"""Types of segments."""
EXECUTABLE, WRITABLE = 1, 2
NEEDED, TEXT_RELOCATIONS, FLAGS = 1, 22, 30
"""Entries of the dynamic table."""
SYSTEM = {
    *(
        "__tls_get_addr",
        "calloc",
        "free",
        "getenv",
        "getpid",
        "madvise",
        "memcmp",
        "memcpy",
        "memset",
    ),
    *("posix_memalign", "strcspn", "strlen", "strncmp", "strspn", "syscall"),
}
MAPPING = {"open", "close", "lseek", "mmap", "munmap"}
OPENMP = {"GOMP_parallel", "GOMP_barrier", "omp_get_thread_num", "omp_get_num_threads"}


@pytest.mark.parametrize(
    ("options", "more"),
    [
        ({}, set()),
        ({"threads": 2}, OPENMP),
        ({"weights_file": "two.weights"}, MAPPING),
        ({"targets": ["x86-64", "x86-avx2", "x86-avx512"], "threads": 2}, OPENMP),
    ],
)
def test_an_object_shows_its_functions_and_needs_the_system(folder, options, more: set[str]):
    ncnnc.compile_library("two.param", None, "two.o", **options, name="net")
    contents = (folder / "two.o").read_bytes()
    shown = [s.name for s in InputObject(contents, 1).symbols if not s.is_local and s.is_defined]
    assert sorted(shown) == sorted(f.name.replace("ncnnc_", "net_") for f in FUNCTIONS)
    needed = set(undefined_symbols(contents))
    assert more <= needed <= SYSTEM | more


def test_weights_are_bytes_that_a_linker_copies(folder):
    ncnnc.compile_library("two.param", None, "two.o", targets=["x86-64"])
    data = memoryview((folder / "two.o").read_bytes())
    section = named_sections(data)[WEIGHTS_SECTION]
    header = SECTION.unpack_from(data, HEADER.unpack_from(data)[11] + section.number * SECTION.size)
    flags, offset, alignment = header[2], header[4], header[8]
    assert (flags, alignment) == (2, 64), "in memory, neither written nor executed"
    assert offset % 64 == 0
    assert f".rela{WEIGHTS_SECTION}" not in named_sections(data)
    (program,) = read_contents("two.o").programs
    weights = contents_of(data, WEIGHTS_SECTION)
    assert weights is not None
    assert weights[: len(program.weights)] == aligned_weights(program.weights)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_shared_library_is_protected(folder, threads: int):
    ncnnc.compile_library("two.param", None, "two.so", threads=threads)
    data = memoryview((folder / "two.so").read_bytes())
    segments = list(segments_of(data))
    (stack,) = (flags for kind, flags, *_ in segments if kind == STACK)
    assert not stack & EXECUTABLE
    loaded = [flags for kind, flags, *_ in segments if kind == LOAD]
    assert not any(flags & EXECUTABLE and flags & WRITABLE for flags in loaded)
    entries = dict(dynamic_entries(data))
    assert TEXT_RELOCATIONS not in entries
    assert not entries.get(FLAGS, 0) & 4
    strings = contents_of(data, ".dynstr")
    assert strings is not None
    texts = bytes(strings)
    needed = [name_at(texts, value) for tag, value in dynamic_entries(data) if tag == NEEDED]
    openmp = ["libgomp.so.1"] if threads > 1 else []
    assert needed == [*openmp, "libc.so.6", "ld-linux-x86-64.so.2"]


def test_an_archive_lists_the_functions(folder):
    ncnnc.compile_library("two.param", None, "libtwo.a", targets=["x86-64"])
    contents = (folder / "libtwo.a").read_bytes()
    names = [function.name.replace("ncnnc_", "two_") for function in FUNCTIONS]
    member = int.from_bytes(contents[72:76], "big")
    assert int.from_bytes(contents[68:72], "big") == len(names)
    assert contents[member : member + 8] == b"model.o/"
    assert contents[member + 60 : member + 64] == b"\x7fELF"
    assert "\0".join(names).encode() in contents[:member]


@pytest.mark.parametrize("symbols", [["a"], ["ab"], ["a", "bcd"]])
def test_members_of_archives_begin_at_even_offsets(symbols: list[str]):
    head = archive_head(symbols, 100)
    assert len(head) % 2 == 0
    assert int.from_bytes(head[72:76], "big") == len(head) - 60


def segments_of(data: memoryview) -> Iterator[tuple[int, ...]]:
    """Type, flags, offset, address and so on of each segment."""
    fields = HEADER.unpack_from(data)
    for i in range(fields[15]):
        yield PROGRAM_HEADER.unpack_from(data, fields[10] + i * PROGRAM_HEADER.size)


def dynamic_entries(data: memoryview) -> Iterator[tuple[int, int]]:
    """The entries of the dynamic table."""
    (place,) = ((s[2], s[5]) for s in segments_of(data) if s[0] == DYNAMIC_TABLE)
    yield from DYNAMIC.iter_unpack(data[place[0] :][: place[1]])


def name_at(texts: bytes, offset: int) -> str:
    """The text that begins there."""
    return texts[offset : texts.index(b"\0", offset)].decode()


def test_damaged_tables_are_refused_by_one_error(folder):
    """Each byte of the file's head and of its table of sections, changed alone."""
    ncnnc.compile_library("two.param", None, "two.o", targets=["x86-64"])
    good = (folder / "two.o").read_bytes()
    fields = HEADER.unpack_from(good)
    table = range(fields[11], fields[11] + fields[17] * SECTION.size)
    reasons: list[str] = []
    for place in (*range(HEADER.size), *table):
        changed = bytearray(good)
        changed[place] ^= 0xFF
        try:
            named_sections(memoryview(changed))
        except ncnnc.ArtifactError as error:
            reasons.append(str(error))
    assert len(reasons) > 100
    assert not any("\n" in reason for reason in reasons)


def test_sections_of_a_file_that_is_too_short():
    with pytest.raises(ncnnc.ArtifactError, match="damaged library"):
        named_sections(memoryview(b"\x7fELF"))


def test_a_library_is_where_it_was_asked_for(folder):
    place = folder / "deep"
    place.mkdir()
    ncnnc.compile_library("two.param", None, place / "libtwo.a")
    assert sorted(path.name for path in place.iterdir()) == ["libtwo.a", "two.h"]
