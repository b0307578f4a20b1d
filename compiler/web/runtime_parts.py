"""Make the object files of a module's run time: C, shipped as LLVM IR, and generated tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from ...dialects.target.records import Target
from ...dialects.target.wasm import ATOMICS
from ...runtime.model.program import Program
from ..backend.object.machine_code import emit_object
from ..library.sequence_interface import is_sequence
from ..library.tables import Entry, print_tables

FOLDER = Path(__file__).with_name("runtime")
STATES = ("sessions", "state_files", "sha256", "copied_rows")
LIBRARY_PARTS = ("model", "images", "memory", "extents", "math", *STATES)
"""Parts of the run time of libraries for C that serve here as they are."""
RELAXED_DOT = bytes([0xFD, 0x93, 0x02])
"""The opcode of products that not every engine that knows it adds right."""
COMMON = ("model", "images", "memory", "page", "system", "math")
"""All but what extents known at run time, states and threads need."""


def runtime_objects(entries: Sequence[Entry]) -> list[bytes]:
    """Return the object files of the run time of a module of these programs."""
    programs = [entry.program for entry in entries]
    target = Target.parse(programs[0].target)
    parts = (
        *COMMON,
        *(("extents",) if is_sequence(programs) else ()),
        *((*STATES, "page_files") if programs[0].states else ()),
        "team" if ATOMICS in target.features else "alone",
        *(("dots",) if has_relaxed_dots(programs) else ()),
    )
    # Engines check what code needs, before any of it runs.
    fitting = [replace(entry, program=replace(entry.program, features=())) for entry in entries]
    tables = print_tables(fitting, {}, threads=1)
    return [*(part_object(name, target.name) for name in parts), emit_object(tables, target)]


def has_relaxed_dots(programs: Sequence[Program]) -> bool:
    """Return whether code has these products; data that look like them do no harm."""
    return any(RELAXED_DOT in program.object_code for program in programs)


@cache
def part_object(name: str, target: str) -> bytes:
    """Return the object file of a part of the run time."""
    text = (FOLDER / f"{name}.ll").read_text(encoding="ascii")
    return emit_object(text, Target.parse(target))
