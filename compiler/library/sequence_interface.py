"""
The C interface of libraries with extents known at run time or with states: additional functions,
and replacements of functions of other libraries.

Functions of the run time named `ncnnc_dynamic_*` appear in the header and the object file under the
names of the functions that they replace.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum

from ...dialects.entry_points import Function, Parameter
from ...runtime.model.program import Program
from ...runtime.model.tensors import TensorSpec
from .interface import FUNCTIONS, INDEX, PREFIX, RUNNING, STATUS, THE_MODEL, THREADS, Status

DYNAMIC = f"{PREFIX}dynamic_"
EXTENTS = "struct ncnnc_extents"


class SequenceStatus(IntEnum):
    """Status codes in addition to those of all libraries."""

    ERROR_EXTENTS = len(Status)
    """An extent is outside its range."""
    ERROR_FULL = len(Status) + 1
    """A session would exceed its largest number of rows."""
    ERROR_BUSY = len(Status) + 2
    """The session is in use by another call."""
    ERROR_STATES = len(Status) + 3
    """A file has no states, or those of another model."""
    ERROR_LENGTH = len(Status) + 4
    """A number of rows that the session does not have or allow."""
    ERROR_INDEX = len(Status) + 5
    """There is no input or output of that number."""
    ERROR_FILLED = len(Status) + 6
    """Rows were given for states that one run fills, and that are filled."""


SEQUENCE_MESSAGES: Mapping[IntEnum, str] = {
    SequenceStatus.ERROR_EXTENTS: "an extent is out of the range that the library is compiled for",
    SequenceStatus.ERROR_FULL: "the session is full: truncate it, or make one for more rows",
    SequenceStatus.ERROR_BUSY: "the session is in use by another thread",
    SequenceStatus.ERROR_STATES: "the file of the states is damaged, or another model's",
    SequenceStatus.ERROR_LENGTH: (
        "a length is negative or too large, or states of a fixed size have no rows to forget"
    ),
    SequenceStatus.ERROR_INDEX: "there is no input or output of this number",
    SequenceStatus.ERROR_FILLED: (
        "keys of an encoder are there from an earlier run: give it no rows, or reset the session"
    ),
    Status.ERROR_FILE: "a file cannot be read or written",
}

THE_EXTENTS = Parameter("extents", f"const {EXTENTS} *{{}}", "")
OPTIONS = Parameter("options", "const struct ncnnc_options *{}", "")
RUN_ON = (RUNNING[0], THE_EXTENTS, *RUNNING[1:])

DYNAMIC_FUNCTIONS = (
    Function(
        f"{DYNAMIC}run",
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
        f"{DYNAMIC}run_with",
        (*RUN_ON, OPTIONS),
        "The same, with memory and threads of the caller's. It allocates nothing if it is given "
        "memory.",
        STATUS,
    ),
    Function(
        f"{DYNAMIC}error_string",
        (Parameter("status", "int {}", ""),),
        "What a status means, as one line.",
        "const char *",
    ),
)
SHAPE_FUNCTIONS = tuple(
    Function(
        f"{PREFIX}{kind}_shape",
        (THE_MODEL, THE_EXTENTS, INDEX, Parameter("shape", "int64_t *{}", "")),
        f"Writes the extents that an {kind} has for these, as many as it has axes.",
        STATUS,
    )
    for kind in ("input", "output")
)
SESSION = "struct ncnnc_session"
THE_SESSION = Parameter("session", f"{SESSION} *{{}}", "")
READ_SESSION = Parameter("session", f"const {SESSION} *{{}}", "")
NEW_SESSION = Parameter("session", f"{SESSION} **{{}}", "")
RUN_IN_SESSION = (THE_SESSION, *RUN_ON[1:])
LENGTH = Parameter("length", "int64_t {}", "")
PATH = Parameter("path", "const char *{}", "")

SESSION_FUNCTIONS = (
    Function(
        f"{PREFIX}session_create",
        (NEW_SESSION, RUNNING[0], Parameter("max_length", "int64_t {}", "")),
        "Makes a session: states of the model that stay from run to run, without rows at first, "
        "zeros if of a fixed size. It holds at most so many rows; 0: as many as compiled for. It "
        "takes memory as rows come, page by page. The model must stay as long as its sessions, "
        "which share its code and weights.",
        STATUS,
    ),
    Function(
        f"{PREFIX}session_destroy",
        (THE_SESSION,),
        "Frees a session that nobody uses any more, or NULL.",
    ),
    Function(
        f"{PREFIX}session_run",
        (*RUN_IN_SESSION, THREADS),
        "Runs the model on inputs of these extents, in their order and without the states, each "
        "dense and aligned as its elements are, and writes the outputs, dense too, none of which "
        "overlaps another or an input. Extents that are lengths of states are not looked at; a "
        "model without extents known at run time takes NULL. Any number of sessions may run at a "
        "time, each on one run: another is NCNNC_ERROR_BUSY. A run that fails or is stopped leaves "
        "the states as they were. 0 threads are as many as compiled for. Results are the same, bit "
        "for bit, for any number of threads.",
        STATUS,
    ),
    Function(
        f"{PREFIX}session_run_with",
        (*RUN_IN_SESSION, OPTIONS),
        "The same, with memory and threads of the caller's. It allocates nothing if it is given "
        "memory.",
        STATUS,
    ),
    Function(f"{PREFIX}session_length", (READ_SESSION,), "How many rows there are.", "int64_t"),
    Function(f"{PREFIX}session_max_length", (READ_SESSION,), "How many there may be.", "int64_t"),
    Function(
        f"{PREFIX}session_truncate",
        (THE_SESSION, LENGTH),
        "Forgets all rows from this one on. NCNNC_ERROR_LENGTH for more rows than there are, and "
        "with states of a fixed size, which have no rows to forget, for fewer. "
        "Keys of an encoder stay.",
        STATUS,
    ),
    Function(
        f"{PREFIX}session_reset",
        (THE_SESSION,),
        "Forgets all: no rows, and zeros in states of a fixed size.",
        STATUS,
    ),
    Function(
        f"{PREFIX}session_fork",
        (Parameter("fork", f"{SESSION} **{{}}", ""), THE_SESSION),
        "Makes another session with the same states. Where there are many rows, both share their "
        "pages until one of them writes to a page.",
        STATUS,
    ),
    Function(
        f"{PREFIX}session_save",
        (THE_SESSION, PATH),
        "Writes the states to a file, which appears whole or not at all. It is the file that "
        "session.save of ncnnc in Python writes.",
        STATUS,
    ),
    Function(
        f"{PREFIX}session_load",
        (THE_SESSION, PATH, Parameter("any_weights", "int {}", "")),
        "Takes the states of a file, once all of it is verified: NCNNC_ERROR_STATES for any other "
        "file, also for states of a model that was compiled from other files, unless any_weights "
        "is not 0.",
        STATUS,
    ),
)
LEFT_OUT = (f"{PREFIX}find_shapes",)
"""Functions that do not apply: with extents known at run time there is one set of shapes."""


def is_sequence(programs: Sequence[Program]) -> bool:
    """Return whether programs have extents known at run time, or states."""
    return any(program.symbols or program.states for program in programs)


def given_inputs(program: Program) -> tuple[TensorSpec, ...]:
    """Return the inputs that a caller passes, including image sizes: all except states."""
    return tuple(spec for spec in program.inputs if not spec.state)


def functions_of(programs: Sequence[Program]) -> tuple[Function, ...]:
    """Return the functions that a library of these programs exports."""
    if not is_sequence(programs):
        return FUNCTIONS
    dynamic = {public_name(function): function for function in DYNAMIC_FUNCTIONS}
    left_out = LEFT_OUT
    functions: tuple[Function, ...] = ()
    if programs[0].symbols:
        functions += SHAPE_FUNCTIONS
    if programs[0].states:
        functions += SESSION_FUNCTIONS
        left_out += (f"{PREFIX}run", f"{PREFIX}run_with")
    kept = (dynamic.get(f.name, f) for f in FUNCTIONS if f.name not in left_out)
    return (*kept, *functions)


def statuses_of(programs: Sequence[Program]) -> tuple[IntEnum, ...]:
    """Return the statuses that functions of a library of these programs return."""
    return (*Status, *(SequenceStatus if is_sequence(programs) else ()))


def public_name(function: Function) -> str:
    """Return the name of a function in the header: `ncnnc_run`."""
    return function.name.replace(DYNAMIC, PREFIX)
