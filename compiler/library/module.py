"""Make the object files of a library's run time: C, shipped as LLVM IR, and generated tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ...dialects.target.operating_systems import LINUX, WINDOWS
from ...dialects.target.system import System
from ...runtime.code.cpu import QUERIES
from ..backend.object.machine_code import emit_object
from .sequence_interface import is_sequence
from .tables import Entry, print_tables

FOLDER = Path(__file__).with_name("runtime")
"""A `.ll` beside each `.c`, for machines without a C compiler; `make library-runtime` writes it."""
COMMON = ("model", "images", "shapes", "memory", "cpu", "team")
SESSIONS = ("sessions", "state_files", "sha256")


def runtime_objects(
    entries: Sequence[Entry],
    system: System,
    threads: int,
    openmp: bool,
    weights_head: bytes = b"",
) -> list[bytes]:
    """
    Return the object files of the run time of a library of these programs, best first.

    `threads` is the default number of threads; without `openmp`, more need a pool of the caller's.
    `weights_head` is the header of the file of weights, if they are in one.
    """
    programs = [entry.program for entry in entries]
    parts = (
        *COMMON,
        *system_parts(system, any(program.states for program in programs), bool(weights_head)),
        *(("extents",) if is_sequence(programs) else ()),
        threads_part(system, openmp),
        "weights_beside" if weights_head else "weights_inside",
    )
    tables = print_tables(entries, QUERIES[system.architecture], threads, weights_head)
    objects = [part_object(name, system) for name in parts]
    return [*objects, emit_object(tables, system.baseline)]


def system_parts(system: System, has_states: bool, are_weights_beside: bool) -> Iterator[str]:
    """Yield the parts that depend on the system."""
    name, own = system.system.name, f"{system.system.name}_{system.architecture}"
    yield name
    yield own if (FOLDER / f"{own}.ll").exists() else system.architecture
    if are_weights_beside:
        yield f"{name}_mapping"
    if has_states:
        yield from (*SESSIONS, f"{name}_files")
        yield "shared_rows" if system.system is LINUX else "copied_rows"
    if system.system is not LINUX:
        yield "rounding"
    if system.system is WINDOWS:
        yield from ("windows_c", "math")


def threads_part(system: System, openmp: bool) -> str:
    """Return the part that creates threads if the caller has no pool."""
    if system.system is not LINUX:
        return "own_pool"
    return "openmp" if openmp else "no_openmp"


def part_object(name: str, system: System) -> bytes:
    """Return the object file of a part of the run time."""
    text = (FOLDER / f"{name}.ll").read_text(encoding="ascii")
    return emit_object(text, system.baseline)
