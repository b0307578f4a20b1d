"""
The C interface of a library, which its header declares and its run time (`runtime/*.c`) defines.

This is the only description of it. Names begin with `ncnnc_` here and in the run time, and with the
library's own name in its header and in the object file.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from ...dialects.entry_points import Function, Parameter, Struct

PREFIX = "ncnnc_"


class Status(IntEnum):
    """Status codes of functions that may fail."""

    OK = 0
    ERROR_TARGET = 1
    """This CPU runs none of the targets."""
    ERROR_MEMORY = 2
    ERROR_ARGUMENT = 3
    """A pointer is NULL but must not be."""
    ERROR_FILE = 4
    """The file with the weights cannot be read."""
    ERROR_WEIGHTS = 5
    """The file holds other or damaged weights."""
    ERROR_THREADS = 6
    """Several threads were requested, without OpenMP or a pool of the caller's."""
    ERROR_SHAPES = 7
    """The library has no such set of shapes."""
    ERROR_BOUNDS = 8
    """A bounds check failed: a load or store left its buffer."""
    STOPPED = 9
    """The caller stopped the run."""
    ERROR_THREAD_COUNT = 10
    ERROR_ALIGNMENT = 11
    """The memory given in the options is misaligned."""
    ERROR_IMAGE = 12
    """The size of an image is invalid."""
    ERROR_WEIGHTS_PATH = 13
    """A path was given for weights that are in the library, or none for weights that are not."""


MESSAGES: Mapping[IntEnum, str] = {
    Status.OK: "no error",
    Status.ERROR_MEMORY: "there is not enough memory",
    Status.ERROR_ARGUMENT: "a pointer is NULL that may not be",
    Status.ERROR_FILE: "the file of the weights cannot be read",
    Status.ERROR_WEIGHTS: "the file of the weights is damaged, or another model's",
    Status.ERROR_THREADS: "compiled for one thread: several need a pool of the caller's",
    Status.ERROR_SHAPES: "the library has no such set of shapes, or none for inputs of these",
    Status.ERROR_BOUNDS: (
        "a load or store of the code was out of bounds, a bug of ncnnc; ncnnc run names the layer"
    ),
    Status.STOPPED: "stopped before its end",
    Status.ERROR_THREAD_COUNT: "a number of threads is negative, or above 1024",
    Status.ERROR_ALIGNMENT: "the memory of the options is not at a multiple of 64 bytes",
    Status.ERROR_IMAGE: (
        "an image has no pixels, more rows or columns than compiled for, or rows that overlap"
    ),
    Status.ERROR_WEIGHTS_PATH: "the weights are in the library: the path of a file has to be NULL",
}
"""Messages, except of `ERROR_TARGET`, which names the missing features."""
NO_WEIGHTS_PATH = "the weights are in a file of their own: its path is NULL"
"""Message of `ERROR_WEIGHTS_PATH` for a library without weights."""
UNKNOWN_STATUS = "unknown status"

MODEL = "struct ncnnc_model"
STATUS = "int"

TENSOR = Struct(
    "ncnnc_tensor",
    (
        Parameter("name", "const char *{}", "the blob's name in the model"),
        Parameter("type", "const char *{}", "its element type, such as float32, int32, uint8"),
        Parameter("shape", "const int64_t *{}", "the extents, outermost first, such as c, h, w"),
        Parameter("bytes", "size_t {}", "size of the dense array"),
        Parameter("axes", "int {}", "how many extents there are"),
        Parameter("element_bytes", "int {}", "size of an element"),
        Parameter(
            "finds_rows",
            "int {}",
            "1 if shape[0] is the most rows that there can be, as of detections; see ncnnc_rows",
        ),
        Parameter(
            "scale",
            "float {}",
            "of an input of int8: what numbers are multiplied by to be rounded to it; else 0",
        ),
    ),
    "An input or an output.",
)
OPTIONS = Struct(
    "ncnnc_options",
    (
        Parameter("threads", "int {}", "how many run, from 1; 0: as many as compiled for"),
        Parameter(
            "memory",
            "void *{}",
            "ncnnc_workspace_bytes of memory, at a multiple of 64, for this run alone; "
            "NULL: the model's own",
        ),
        Parameter(
            "parallel",
            "ncnnc_parallel {}",
            "runs the threads on a pool of yours; NULL: OpenMP does",
        ),
        Parameter("pool", "void *{}", "what parallel is called with first"),
        Parameter(
            "stop",
            "const volatile int *{}",
            "the run ends after the layer under way, with NCNNC_STOPPED and no outputs, once this "
            "is not 0, which any thread or a signal handler may make it; NULL: never",
        ),
    ),
    "How to run; all zero is the default.",
)
TASK = Function(
    "ncnnc_task",
    (
        Parameter("data", "void *{}", "what parallel was given"),
        Parameter("thread", "int {}", "a number from 0"),
    ),
    "One thread's share of a run.",
)
PARALLEL = Function(
    "ncnnc_parallel",
    (
        Parameter("pool", "void *{}", "that of the options"),
        Parameter("task", "ncnnc_task {}", "is to be called"),
        Parameter("data", "void *{}", "with this"),
        Parameter("threads", "int {}", "and each number below this one"),
    ),
    "Calls task(data, 0) to task(data, threads - 1), all at the same time, each on a thread of its "
    "own, since they wait for each other; returns when all have returned. The caller's thread may "
    "be one of them.",
)

THE_MODEL = Parameter("model", "const struct ncnnc_model *{}", "")
RESULT = Parameter("model", "struct ncnnc_model **{}", "")
INDEX = Parameter("index", "int {}", "")
THREADS = Parameter("threads", "int {}", "")
RUNNING = (
    Parameter("model", "struct ncnnc_model *{}", ""),
    Parameter("inputs", "const void *const *{}", ""),
    Parameter("outputs", "void *const *{}", ""),
)

FUNCTIONS = (
    Function(
        "ncnnc_create",
        (RESULT,),
        "Makes a model for the first set of shapes, with the weights in this library. It takes the "
        "best code that this CPU can run. Creating is cheap, and models share the weights.",
        STATUS,
    ),
    Function(
        "ncnnc_create_with",
        (
            RESULT,
            Parameter("shapes", "int {}", ""),
            Parameter("weights_file", "const char *{}", ""),
        ),
        "Makes a model for a set of shapes, from 0. If the weights are in a file of their own, "
        "that is its path, and it is mapped and verified; else it is NULL.",
        STATUS,
    ),
    Function("ncnnc_destroy", (RUNNING[0],), "Frees a model that nobody runs any more, or NULL."),
    Function(
        "ncnnc_run",
        (*RUNNING, THREADS),
        "Runs the model on the inputs, in their order, each dense and aligned as its elements are, "
        "and writes the outputs, none of which overlaps another or an input. Inputs without "
        "elements may be NULL. Any number of threads may run one model at a time: each run has "
        "memory of its own, which is kept for later ones. 0 threads are as many as compiled for. "
        "Results are the same, bit for bit, for any number of threads.",
        STATUS,
    ),
    Function(
        "ncnnc_run_with",
        (*RUNNING, Parameter("options", "const struct ncnnc_options *{}", "")),
        "The same, with memory and threads of the caller's. It allocates nothing if it is given "
        "memory.",
        STATUS,
    ),
    Function(
        "ncnnc_workspace_bytes",
        (THE_MODEL, THREADS),
        "How much memory a run on so many threads needs; 0 for a number that there cannot be.",
        "size_t",
    ),
    Function(
        "ncnnc_target",
        (THE_MODEL,),
        "The target that the chosen code is compiled for, by the name that --target has.",
        "const char *",
    ),
    Function("ncnnc_shape_sets", (), "How many sets of shapes the library is compiled for.", "int"),
    Function(
        "ncnnc_find_shapes",
        (
            Parameter("extents", "const int64_t *const *{}", ""),
            Parameter("axes", "const int *{}", ""),
            Parameter("shapes", "int *{}", ""),
        ),
        "Finds the set of shapes that inputs have, for ncnnc_create_with: of each, in their order, "
        "the extents, outermost first, and how many there are; of an image of any size its own. If "
        "no set is for them, *shapes stays as it is, and the status is NCNNC_ERROR_SHAPES.",
        STATUS,
    ),
    Function("ncnnc_input_count", (THE_MODEL,), "How many inputs there are.", "int"),
    Function("ncnnc_output_count", (THE_MODEL,), "How many outputs there are.", "int"),
    Function(
        "ncnnc_input",
        (THE_MODEL, INDEX),
        "An input, from 0; NULL if there is none.",
        "const struct ncnnc_tensor *",
    ),
    Function(
        "ncnnc_output",
        (THE_MODEL, INDEX),
        "An output, from 0; NULL if there is none.",
        "const struct ncnnc_tensor *",
    ),
    Function(
        "ncnnc_rows",
        (
            Parameter("tensor", "const struct ncnnc_tensor *{}", ""),
            Parameter("data", "const void *{}", ""),
        ),
        "How many rows, the first ones, of an output that a run has written count: those found.",
        "int64_t",
    ),
    Function(
        "ncnnc_error_string",
        (Parameter("status", "int {}", ""),),
        "What a status means, as one line.",
        "const char *",
    ),
)
"""The functions that a library exports; it exports nothing else."""
