"""
Describe the structs that a library's run time reads, and print constants of them.

The header of the run time declares the same structs in C.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...dialects.entry_points import BARRIER, RUN, SHARED_CALL, Parameter, Struct

FEATURE = Struct(
    "ncnnc_feature",
    (
        Parameter("name", "const char *{}", "LLVM's name"),
        Parameter("hides", "uint64_t {}", "the features that no CPU has without it, by their bits"),
        Parameter("leaf", "uint32_t {}", "where CPUID tells it, or getauxval"),
        Parameter("subleaf", "uint32_t {}", "of the leaf"),
        Parameter("number", "uint32_t {}", "of the register, from EAX"),
        Parameter("bit", "uint32_t {}", "in the register"),
        Parameter("saved", "uint32_t {}", "the bits of XCR0 for the registers that it needs"),
    ),
    "A feature of CPUs.",
)
IMAGE = Struct(
    "ncnnc_image",
    (
        Parameter("extents", "int64_t {}", "the input with rows, columns and bytes between rows"),
        Parameter("most_rows", "int {}", "the rows that there may be"),
        Parameter("most_columns", "int {}", "the columns that there may be"),
        Parameter("pixel_bytes", "int {}", "size of a pixel"),
    ),
    "An image of any size among the inputs.",
)
PROGRAM = Struct(
    "ncnnc_program",
    (
        Parameter(
            "run",
            f"void (*{{}})({', '.join(parameter.declaration for parameter in RUN.parameters)})",
            "runs on the caller's thread",
        ),
        Parameter(
            "worker", f"void (*{{}})({SHARED_CALL.declaration})", "runs a thread's share of it"
        ),
        Parameter(
            "barrier", BARRIER.c_type.format("_Atomic *{}"), "the variable for where threads meet"
        ),
        Parameter("target", "const char *{}", "name of the target"),
        Parameter("features", "uint64_t {}", "those that the target needs, by their bits"),
        Parameter("shapes", "int64_t {}", "number of the set of shapes"),
        Parameter("weights_offset", "int64_t {}", "where its weights begin"),
        Parameter("arena_bytes", "int64_t {}", "size of the arena"),
        Parameter("workspace_bytes", "int64_t {}", "size of a thread's workspace"),
        Parameter(
            "failure_at",
            "int64_t {}",
            "where in the arena code with bounds checks records a failure; 0 if it has none",
        ),
        Parameter("threads", "int {}", "how many run where nothing is said"),
        Parameter("input_count", "int64_t {}", "number of inputs"),
        Parameter("output_count", "int64_t {}", "number of outputs"),
        Parameter("image_count", "int64_t {}", "number of images of any size"),
        Parameter("inputs", "const struct ncnnc_tensor *{}", "in their order"),
        Parameter("outputs", "const struct ncnnc_tensor *{}", "in their order"),
        Parameter("images", "const struct ncnnc_image *{}", "in the order of the inputs"),
    ),
    "The code of a model for one target and one set of shapes.",
)
RANGE = Struct(
    "ncnnc_range",
    (
        Parameter("least", "int64_t {}", "of a run"),
        Parameter("most", "int64_t {}", "of a run"),
    ),
    "The values that an extent may have.",
)
PLACE = Struct(
    "ncnnc_place",
    (
        Parameter("index", "int64_t {}", "among the arrays of the caller; -1 for a state"),
        Parameter("state", "int64_t {}", "among the states; -1 for an array of the caller"),
        Parameter(
            "find_extents",
            "void (*{})(const int64_t *numbers, int64_t *extents)",
            "computes its extents from those known at run time; NULL if they are static",
        ),
        Parameter("planned", "const int64_t *{}", "extents in memory, unless they are static"),
        Parameter("offset", "int64_t {}", "of the copy with these extents in the arena"),
    ),
    "An input or an output as the code takes it, of a program with extents or states.",
)
STATE = Struct(
    "ncnnc_state",
    (
        Parameter("offset", "int64_t {}", "in the memory of the session"),
        Parameter("next_offset", "int64_t {}", "of what a run writes; the same if it grows"),
        Parameter("bytes", "int64_t {}", "size of all of it, of a fixed size; 0 if it grows"),
        Parameter("length", "int64_t {}", "which of the lengths its rows are, if it grows"),
        Parameter("heads", "int64_t {}", "parts of a state that grows, with rows of their own"),
        Parameter("head_bytes", "int64_t {}", "from one to the next"),
        Parameter("panels", "int64_t {}", "parts of each head, with a piece of each row"),
        Parameter("panel_bytes", "int64_t {}", "from one to the next"),
        Parameter("row_bytes", "int64_t {}", "size of a row in a panel"),
        Parameter("last_row_bytes", "int64_t {}", "the same of the last panel"),
        Parameter("group", "int64_t {}", "rows that are together"),
        Parameter("most_rows", "int64_t {}", "the rows of all groups"),
    ),
    "A state; see runtime/sessions/state_layout.py.",
)
SEQUENCE = Struct(
    "ncnnc_sequence",
    (
        Parameter("ranges", "const struct ncnnc_range *{}", "of the extents known at run time"),
        Parameter("range_count", "int64_t {}", "how many these are"),
        Parameter("inputs", "const struct ncnnc_place *{}", "in the order of the code"),
        Parameter("outputs", "const struct ncnnc_place *{}", "in the order of the code"),
        Parameter("input_count", "int64_t {}", "number of inputs"),
        Parameter("output_count", "int64_t {}", "number of outputs"),
        Parameter("pointers_offset", "int64_t {}", "of the arguments of the code in the arena"),
        Parameter("states", "const struct ncnnc_state *{}", "those that grow first"),
        Parameter("state_count", "int64_t {}", "how many states there are"),
        Parameter("state_bytes", "int64_t {}", "size of the memory of a session"),
        Parameter(
            "lengths",
            "const int64_t *{}",
            "the extents that are lengths: of the session, then of states that one run fills",
        ),
        Parameter("length_count", "int64_t {}", "how many these are; 0 if no state grows"),
        Parameter(
            "find_lengths",
            "void (*{})(const int64_t *numbers, int64_t *lengths)",
            "computes the lengths after a run",
        ),
        Parameter("identity", "const char *{}", "digests of the states and of the model's files"),
    ),
    "What a program has besides if its runs tell extents, or if it has states.",
)
LLVM_TYPES = {
    "int": "i32",
    "uint32_t": "i32",
    "int64_t": "i64",
    "uint64_t": "i64",
    "size_t": "ptr",
    "float": "float",
}
"""LLVM type by C type; a size has as many bits as an address."""

ALIGNMENT = 16
"""Alignment of arrays that C compilers may assume on x86-64. Units: bytes."""


def llvm_type(member: Parameter) -> str:
    return "ptr" if "*" in member.c_type else LLVM_TYPES[member.c_type.removesuffix(" {}")]


def literal(member: Parameter, value: object) -> str:
    """Return the value of a member as LLVM IR spells it."""
    return f"inttoptr (i64 {value} to ptr)" if member.c_type == "size_t {}" else str(value)


def constant(struct: Struct, **values: object) -> str:
    """Return a constant of a struct, given values of its members."""
    assert values.keys() == {member.name for member in struct.members}, struct.name
    items = (
        f"{llvm_type(member)} {literal(member, values[member.name])}" for member in struct.members
    )
    return f"{{ {', '.join(items)} }}"


def array(name: str, element: Struct | str, items: Sequence[str], linkage: str = "internal") -> str:
    """Return the definition of a constant array of a struct, or of an LLVM type."""
    if isinstance(element, Struct):
        element = f"{{ {', '.join(map(llvm_type, element.members))} }}"
    elements = ", ".join(f"{element} {item}" for item in items)
    value = f"[{elements}]" if items else "zeroinitializer"
    return f"@{name} = {linkage} constant [{len(items)} x {element}] {value}, align {ALIGNMENT}"


class Texts:
    """Texts for C, each stored once."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def name(self, text: str) -> str:
        """Return the constant that holds a text."""
        return self._names.setdefault(text, f"@text{len(self._names)}")

    def lines(self) -> Iterator[str]:
        for text, name in self._names.items():
            yield f"{name} = private unnamed_addr constant {c_text(text)}"


def c_text(text: str) -> str:
    """Return a zero-terminated text: `[3 x i8] c"ab\\00"`."""
    return bytes_text(text.encode() + b"\0")


def bytes_text(data: bytes) -> str:
    """Return bytes as an array of LLVM IR."""
    spelled = re.sub(rb"[^ !#-\[\]-~]", lambda byte: b"\\%02X" % byte[0][0], data)
    return f'[{len(data)} x i8] c"{spelled.decode()}"'
