"""Writes WebAssembly modules: the code, the JavaScript that loads it, and its types."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import BinaryIO

from ...dialects.entry_points import RUN
from ...dialects.target.records import Target
from ...dialects.target.wasm import ATOMICS
from ...runtime.files.replacing_files import replace_files, write_chunks
from ...runtime.model.program import Program
from ...runtime.version import VERSION
from ...runtime.weights.base import weight_pieces
from ..backend.object.machine_code import emit_object
from .binary import custom_section_head, memory_bytes
from .declarations import print_declarations
from .description import check_program, description
from .linking import linked

RUNTIME = Path(__file__).with_name("runtime")
SHARE = "run_share"
"""The function of `team.c` that runs a thread's share."""
WEIGHTS_SECTION = "ncnnc.weights"


def write_web(output: str | Path, program: Program, weights_file: str = "") -> tuple[Path, ...]:
    """
    Write a module `NAME.wasm` for JavaScript, with `NAME.mjs`, which loads it, and `NAME.d.ts`.

    The weights are in the module, or in `weights_file`, which pages fetch as it comes. The files
    appear whole or not at all. Returns their paths.

    Raises: UnsupportedError for what JavaScript cannot call; NcnncError without a linker; OSError.
    """
    path = Path(output)
    check_program(program)
    has_threads = ATOMICS in program.features
    module = module_of(program, has_threads)
    weights_name = os.path.relpath(weights_file, path.parent) if weights_file else ""
    facts = description(program, memory_bytes(module), (path.name, weights_name), has_threads)
    head = f"// Made by ncnnc {VERSION} for {program.target}: loads and runs {path.name}."
    script = "\n".join([head, facts, "", (RUNTIME / "model.mjs").read_text(encoding="utf-8")])
    writers: dict[str | os.PathLike[str], Callable[[BinaryIO], None]] = {}
    code = [module]
    if weights_file:
        writers[Path(weights_file)] = partial(write_chunks, weight_pieces(program.weights))
    else:
        code.append(custom_section_head(WEIGHTS_SECTION, len(program.weights)))
    writers[path] = partial(write_chunks, chunks(code, program, has_weights=not weights_file))
    writers[path.with_suffix(".mjs")] = partial(write_chunks, [script.encode()])
    writers[path.with_suffix(".d.ts")] = partial(
        write_chunks, [print_declarations(program).encode()]
    )
    replace_files(writers)
    return tuple(map(Path, writers))


def module_of(program: Program, has_threads: bool) -> bytes:
    """Return the linked code of a program."""
    parts, exported = ["math"], [RUN.name]
    if has_threads:
        parts.append("team")
        exported.append(SHARE)
    objects = [part_object(name, program.target) for name in parts]
    return linked([program.object_code, *objects], exported, shared=has_threads)


@cache
def part_object(name: str, target: str) -> bytes:
    """Return the object file of a part of the run time."""
    text = (RUNTIME / f"{name}.ll").read_text(encoding="ascii")
    return emit_object(text, Target.parse(target))


def chunks(code: list[bytes], program: Program, has_weights: bool) -> Iterator[bytes | memoryview]:
    """Yield the contents of the module."""
    yield from code
    if has_weights:
        yield from weight_pieces(program.weights)
