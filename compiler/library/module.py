"""Make the object files of a library's run time: C, shipped as LLVM IR, and generated tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...dialects.target.system import System
from ..backend.object.machine_code import emit_object
from .sequence_interface import is_sequence
from .tables import Entry, print_tables

FOLDER = Path(__file__).with_name("runtime")
"""A `.ll` beside each `.c`, for machines without a C compiler; `make library-runtime` writes it."""
COMMON = ("model", "images", "shapes", "memory", "cpu", "team")
SESSIONS = ("sessions", "shared_rows", "state_files", "sha256")


def runtime_objects(
    entries: Sequence[Entry],
    system: System,
    threads: int,
    openmp: bool,
    weights_head: bytes = b"",
) -> list[bytes]:
    """
    Return the object files of the run time of a library of these programs, best first.

    `threads` run where nothing is said; without `openmp` only a caller's pool has several.
    `weights_head` is what the file with the weights begins with, if they are in one.
    """
    programs = [entry.program for entry in entries]
    parts = (
        *COMMON,
        system.architecture,
        *(("extents",) if is_sequence(programs) else ()),
        *(SESSIONS if any(program.states for program in programs) else ()),
        "openmp" if openmp else "no_openmp",
        "weights_beside" if weights_head else "weights_inside",
    )
    tables = print_tables(entries, system, threads, weights_head)
    objects = [part_object(name, system) for name in parts]
    return [*objects, emit_object(tables, system.baseline)]


def part_object(name: str, system: System) -> bytes:
    """Return the object file of a part of the run time."""
    text = (FOLDER / f"{name}.ll").read_text(encoding="ascii")
    return emit_object(text, system.baseline)
