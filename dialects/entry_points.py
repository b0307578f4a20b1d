"""
The C functions that a compiled program exports, and their arguments.

This is their only description: from it, passes create the arguments of the graph's function
`@main`, the back end prints the functions, and the runtime calls them. All return nothing and take
only pointers. Any change here changes the format of compiled models, and needs a new version in
`runtime/artifact/format.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class ArgumentRole(StrEnum):
    """Role of an argument of the graph's function `@main`; in this order."""

    INPUT = "input"
    """A blob that is read, one argument for each."""
    STATE = "state"
    """A blob that persists between runs, read and written; its pointer is among those of inputs."""
    OUTPUT = "output"
    """A blob that is written, one argument for each."""
    SYMBOLS = "symbols"
    """The extents known at run time, as i64; its pointer follows those of the inputs."""
    WEIGHTS = "weights"
    ARENA = "arena"
    WORKSPACE = "workspace"
    THREAD = "thread"
    """The number of the current thread, from 0."""
    THREADS = "threads"
    """The number of threads."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a function, or a member of a struct."""

    name: str
    c_type: str
    """Its declaration in C, with `{}` for the name."""
    meaning: str
    role: ArgumentRole | None = None
    """Role of the graph function's argument for it."""

    @property
    def declaration(self) -> str:
        """`const void *weights`."""
        return self.c_type.format(self.name)


@dataclass(frozen=True)
class Struct:
    """A struct."""

    name: str
    members: tuple[Parameter, ...]
    meaning: str


@dataclass(frozen=True)
class Function:
    """An exported function."""

    name: str
    parameters: tuple[Parameter, ...]
    meaning: str
    returns: str = "void"
    """The C type of the result."""

    @property
    def prototype(self) -> str:
        """`void ncnnc_run(const void *const *inputs, ...)`"""
        parameters = ", ".join(p.declaration for p in self.parameters) or "void"
        space = "" if self.returns.endswith("*") else " "
        return f"{self.returns}{space}{self.name}({parameters})"


GETTER = "int (*{})(void)"
"""The C type of a function that returns a number."""

INPUTS = Parameter(
    "inputs",
    "const void *const *{}",
    "the input blobs in their order, each dense and aligned as its elements are",
    ArgumentRole.INPUT,
)
OUTPUTS = Parameter(
    "outputs",
    "void *const *{}",
    "where the output blobs go, in their order; no two overlap, nor does one overlap an input",
    ArgumentRole.OUTPUT,
)
WEIGHTS = Parameter(
    "weights",
    "const void *{}",
    "the program's weights, at a multiple of 64 bytes; runs may share them",
    ArgumentRole.WEIGHTS,
)
ARENA = Parameter(
    "arena",
    "void *{}",
    "memory for the activations of this run, at a multiple of 64 bytes",
    ArgumentRole.ARENA,
)
WORKSPACE = Parameter(
    "workspace",
    "void *{}",
    "scratch memory of this run, as much as a thread needs times the threads, aligned as the arena",
    ArgumentRole.WORKSPACE,
)
STOP = Parameter(
    "stop",
    "const volatile int *{}",
    "the run ends after the step under way once this is not 0: a signal handler may set it",
)
PROGRESS = Parameter(
    "progress",
    "int64_t *{}",
    "two numbers: how many steps to leave out, as a run that was stopped has done them; and 0, "
    "which becomes the number of steps done where this run is stopped",
)
STAMPS = Parameter(
    "stamps",
    "uint64_t *{}",
    "only ncnnc_profile uses it: takes the time stamp counter before each step and after the "
    "thread's share of it, twice as many as steps for each thread, those of thread 0 first",
)
THREAD_NUMBER = Parameter(
    "thread_number",
    GETTER,
    "tells the number of the thread that calls it, from 0 (OpenMP's omp_get_thread_num)",
    ArgumentRole.THREAD,
)
TEAM_SIZE = Parameter(
    "team_size",
    GETTER,
    "tells how many threads run (OpenMP's omp_get_num_threads)",
    ArgumentRole.THREADS,
)

RUN = Function(
    "ncnnc_run",
    (INPUTS, OUTPUTS, WEIGHTS, ARENA, WORKSPACE, STOP, PROGRESS),
    "Runs the network on the caller's thread.",
)
CALL = Struct(
    "ncnnc_call",
    (*RUN.parameters, THREAD_NUMBER, TEAM_SIZE, STAMPS),
    "What the threads of a team run on together.",
)
SHARED_CALL = Parameter("call", f"const struct {CALL.name} *{{}}", "the same for all threads")
WORKER = Function(
    "ncnnc_worker",
    (SHARED_CALL,),
    "Runs one thread's share of the network; every thread of the team calls it once.",
)
PROFILE = Function(
    "ncnnc_profile",
    (SHARED_CALL,),
    "Does what ncnnc_worker does, and takes the time of the thread's share of every step.",
)
FUNCTIONS = (RUN, PROFILE, WORKER)

BARRIER = Parameter(
    "ncnnc_barrier",
    "void (*{})(void)",
    "a variable that holds the function in which the team meets (OpenMP's GOMP_barrier): "
    "to be set before several threads run",
)
CALL_BACK = Parameter(
    "ncnnc_call_back",
    "void (*{})(int64_t number, const void *const *inputs, void *const *outputs)",
    "a variable that holds the function which computes layers that have no code: of a number, from "
    "0 in the order of the network, it reads the blobs and stored arrays of that layer, all dense "
    "float32, and writes its outputs; to be set before a run if the network has such layers; only "
    "the thread with number 0 calls it",
)
CALL_BACK_STEP = "call_back"
"""Name of the call-back kernel in profiles."""


class Failure(IntEnum):
    """
    Record of the first load or store out of bounds: 64-bit words, each at this index. The caller
    sets `HAPPENED` to 0 before a run.

    Units: bytes.
    """

    HAPPENED = 0
    """1 if an access out of bounds happened."""
    STEP = 1
    """The number of the kernel call, from 0."""
    BUFFER = 2
    """Number of the kernel's argument."""
    WRITES = 3
    """1 for a store, 0 for a load."""
    FIRST = 4
    """Start of the access, from the start of the buffer."""
    END = 5
    """End of the access."""
    SIZE = 6
    """Size of the buffer."""


FAILURE_WORDS = 8
"""Number of words of the record: a whole cache line."""
