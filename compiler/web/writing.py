"""Writes WebAssembly modules: the code, the JavaScript that loads it, and its types."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO

from ...dialects.target.wasm import ATOMICS, RELAXED
from ...runtime.files.replacing_files import replace_files, write_chunks
from ...runtime.model.program import Program
from ...runtime.version import VERSION
from ...runtime.weights.shared_weights import SharedWeights
from ..library.tables import Entry
from ..library.writing import check_call_backs
from .binary import PAGE_BYTES, custom_section_head, memory_bytes
from .declarations import print_declarations
from .description import description, prefix_of
from .linking import linked
from .object_symbols import with_prefix
from .runtime_parts import FOLDER, has_relaxed_dots, runtime_objects

SCRIPTS = ("files", "shapes", "engine", "model")
"""Parts of the JavaScript, in this order after the description."""
WEIGHTS_SECTION = "ncnnc.weights"
CALLED = ("calloc", "free", "ncnnc_create_with")
TEAM = ("team_begin", "team_join", "team_work", "team_fail", "team_lost")
SESSIONS = (
    *(f"ncnnc_session_{verb}" for verb in ("create", "destroy", "run", "truncate", "reset")),
    *("ncnnc_session_fork", "ncnnc_session_max_length", "session_lengths"),
    *("ncnnc_session_save", "ncnnc_session_load"),
)
"""Functions that JavaScript calls, of modules with threads or with states."""


def write_web(
    output: str | Path, programs: Sequence[Program], weights_file: str = ""
) -> tuple[Path, ...]:
    """
    Write a module `NAME.wasm` for JavaScript, with `NAME.mjs`, which loads it, and `NAME.d.mts`, of
    programs for one or several sets of shapes.

    The weights are in the module, or in `weights_file`, which pages fetch as it comes. The files
    appear whole or not at all. Returns their paths.

    Raises: UnsupportedError for layers that Python computes; NcnncError without a linker; OSError.
    """
    path = Path(output)
    check_call_backs(programs)
    weights = SharedWeights(programs)
    entries = [
        Entry(program, f"program{i}_", i, place.offset)
        for i, (program, place) in enumerate(zip(programs, weights.ranges, strict=True))
    ]
    module = module_of(entries)
    code = [module]
    writers: dict[str | os.PathLike[str], Callable[[BinaryIO], None]] = {}
    if weights_file:
        writers[Path(weights_file)] = partial(write_chunks, weights.pieces())
    else:
        code.append(custom_section_head(WEIGHTS_SECTION, weights.size))
    writers[path] = partial(write_chunks, chunks(code, None if weights_file else weights))
    beside = f"./{os.path.relpath(weights_file, path.parent)}" if weights_file else ""
    text = script(path.name, beside, programs, memory_bytes(module), weights.size)
    writers[path.with_suffix(".mjs")] = partial(write_chunks, [text.encode()])
    types = print_declarations(programs)
    writers[path.with_suffix(".d.mts")] = partial(write_chunks, [types.encode()])
    replace_files(writers)
    return tuple(map(Path, writers))


def script(
    name: str, weights_file: str, programs: Sequence[Program], start: int, weights_bytes: int
) -> str:
    """Return the JavaScript of a module that begins with so much memory."""
    head = f"// Made by ncnnc {VERSION} for {programs[0].target}: loads and runs {name}."
    facts = description(
        programs,
        {"file": f"./{name}", "weightsFile": weights_file},
        {
            "hasThreads": ATOMICS in programs[0].features,
            "isRelaxed": RELAXED in programs[0].features,
            "pages": start // PAGE_BYTES,
            "weightsBytes": weights_bytes,
        },
    )
    parts = [(FOLDER / f"{part}.mjs").read_text(encoding="utf-8") for part in SCRIPTS]
    return "\n".join([head, facts, "", *parts])


def module_of(entries: Sequence[Entry]) -> bytes:
    """Return the linked code of programs and their run time."""
    programs = [entry.program for entry in entries]
    has_threads = ATOMICS in programs[0].features
    objects = [with_prefix(entry.program.object_code, entry.prefix) for entry in entries]
    return linked(
        [*objects, *runtime_objects(entries)], [*exported(programs, has_threads)], has_threads
    )


def exported(programs: Sequence[Program], has_threads: bool) -> Iterator[str]:
    """Yield the functions that JavaScript calls."""
    prefix = prefix_of(programs)
    yield from (*CALLED, f"{prefix}error_string")
    yield from TEAM if has_threads else ()
    yield from ("dots_are_exact",) if has_relaxed_dots(programs) else ()
    yield from SESSIONS if programs[0].states else (f"{prefix}run",)


def chunks(code: list[bytes], weights: SharedWeights | None) -> Iterator[bytes | memoryview]:
    """Yield the contents of the module, and the weights if they are in it."""
    yield from code
    if weights is not None:
        yield from weights.pieces()
