"""
The C interface of libraries whose runs tell extents: functions that replace those of other ones.

Functions of the run time that begin with `ncnnc_told_` are in the header and in the object file by
the names of those that they replace.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum

from ...dialects.entry_points import Function, Parameter
from ...runtime.model.program import Program
from .interface import FUNCTIONS, INDEX, PREFIX, RUNNING, STATUS, THE_MODEL, THREADS, Status

TOLD = f"{PREFIX}told_"
EXTENTS = "struct ncnnc_extents"


class SequenceStatus(IntEnum):
    """Status codes besides those of all libraries."""

    ERROR_EXTENTS = len(Status)
    """An extent is out of its range."""


SEQUENCE_MESSAGES: Mapping[IntEnum, str] = {
    SequenceStatus.ERROR_EXTENTS: "an extent is out of the range that the library is compiled for",
}

TELLING = Parameter("extents", f"const {EXTENTS} *{{}}", "")
OPTIONS = Parameter("options", "const struct ncnnc_options *{}", "")
RUN_ON = (RUNNING[0], TELLING, *RUNNING[1:])

TOLD_FUNCTIONS = (
    Function(
        f"{TOLD}run",
        (*RUN_ON, THREADS),
        "Runs the model on inputs of these extents, in their order, each dense and aligned as its "
        "elements are, and writes the outputs, dense too, none of which overlaps another or an "
        "input. Inputs without elements may be NULL. Any number of threads may run one model at a "
        "time: each run has memory of its own, which is kept for later ones. Of that memory, which "
        "is for the largest extents, a run touches what it uses. 0 threads are as many as compiled "
        "for. Results are the same, bit for bit, for any number of threads.",
        STATUS,
    ),
    Function(
        f"{TOLD}run_with",
        (*RUN_ON, OPTIONS),
        "The same, with memory and threads of the caller's. It allocates nothing if it is given "
        "memory.",
        STATUS,
    ),
    Function(
        f"{TOLD}error_string",
        (Parameter("status", "int {}", ""),),
        "What a status means, as one line.",
        "const char *",
    ),
)
SHAPE_FUNCTIONS = tuple(
    Function(
        f"{PREFIX}{kind}_shape",
        (THE_MODEL, TELLING, INDEX, Parameter("shape", "int64_t *{}", "")),
        f"Writes the extents that an {kind} has for these, as many as it has axes.",
        STATUS,
    )
    for kind in ("input", "output")
)
LEFT_OUT = (f"{PREFIX}find_shapes",)
"""There is one set of shapes."""


def tells_extents(programs: Sequence[Program]) -> bool:
    """Return whether runs tell extents."""
    return any(program.symbols for program in programs)


def functions_of(programs: Sequence[Program]) -> tuple[Function, ...]:
    """Return the functions that a library of these programs exports."""
    if not tells_extents(programs):
        return FUNCTIONS
    told = {public_name(function): function for function in TOLD_FUNCTIONS}
    kept = (told.get(f.name, f) for f in FUNCTIONS if f.name not in LEFT_OUT)
    return (*kept, *SHAPE_FUNCTIONS)


def statuses_of(programs: Sequence[Program]) -> tuple[IntEnum, ...]:
    """Return the statuses that functions of a library of these programs return."""
    return (*Status, *(SequenceStatus if tells_extents(programs) else ()))


def public_name(function: Function) -> str:
    """Return the name of a function in the header: `ncnnc_run`."""
    return function.name.replace(TOLD, PREFIX)
