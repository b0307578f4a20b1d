"""The code of a library besides that of its programs: LLVM IR, most of it from files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...dialects.target.records import Target
from ...dialects.target.system import BASELINE
from ..backend.object.machine_code import emit_object
from .tables import Entry, print_tables


def module_text(
    entries: Sequence[Entry], threads: int, openmp: bool, weights_head: bytes = b""
) -> str:
    """
    The module of a library of these programs, of which the best come first.

    `threads` run where nothing is said; without `openmp` only a caller's pool has several.
    `weights_head` is what the file with the weights begins with, if they are in one.
    """
    names = [
        "model",
        "images",
        "shapes",
        "memory",
        "cpu",
        "team",
        "openmp" if openmp else "no_openmp",
        "weights_beside" if weights_head else "weights_inside",
    ]
    files = [Path(__file__).with_name(f"{name}.ll").read_text(encoding="ascii") for name in names]
    return "\n".join(
        [*files, print_tables(entries, threads, weights_head), "attributes #0 = { nounwind }", ""]
    )


def module_object(text: str) -> bytes:
    """The object file of a module, for any machine of the family."""
    return emit_object(text, Target.parse(BASELINE))
