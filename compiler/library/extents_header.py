"""Print the declarations for extents known at run time: their type, ranges, sizes of blobs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from ...runtime.model.program import Program
from ...runtime.model.tensors import TensorSpec
from .comments import comment
from .extent_code import c_expression
from .names import member_name
from .sequence_interface import EXTENTS

SIGNATURE = f"(const {EXTENTS} *extents) {{"
QUOTIENT = "ncnnc_quotient"
QUOTIENT_LINES = (
    "/* A quotient, rounded down. */",
    f"static inline int64_t {QUOTIENT}(int64_t number, int64_t divisor) {{",
    "  return number / divisor - (number % divisor < 0);",
    "}",
    "",
)


def extents_lines(
    name: str, program: Program, blobs: Mapping[str, Sequence[TensorSpec]]
) -> Iterator[str]:
    """Yield the declarations for extents known at run time of library `name`."""
    members = {symbol.name: member_name(symbol.name) for symbol in program.symbols}
    yield "/* The extents known at run time; ncnnc_input and ncnnc_output describe the largest. */"
    yield f"typedef {EXTENTS} {{"
    of_sessions = {before for state in program.states for before in state.symbolic}
    for symbol in program.symbols:
        note = ", the length of a session, which knows it" if symbol.name in of_sessions else ""
        yield f"  /* {symbol.least} to {symbol.most}{note} */"
        yield f"  int64_t {members[symbol.name]};"
    yield from (f"}} {EXTENTS.removeprefix('struct ')};", "")
    tests: list[str] = []
    for symbol in program.symbols:
        macro, member = f"{name.upper()}_{members[symbol.name]}", members[symbol.name]
        yield from (f"#define {macro}_MIN {symbol.least}", f"#define {macro}_MAX {symbol.most}")
        tests.append(f"extents->{member} >= {macro}_MIN && extents->{member} <= {macro}_MAX")
    yield from ("", "/* Return 1 if all extents are in their ranges. */")
    yield f"static inline int ncnnc_in_range{SIGNATURE}"
    yield from (f"  return {' && '.join(tests)};".replace(" && ", " &&\n         "), "}", "")
    if any("//" in extent for specs in blobs.values() for s in specs for extent in s.symbolic):
        yield from QUOTIENT_LINES
    names = {symbol: f"extents->{member}" for symbol, member in members.items()}
    for kind, specs in blobs.items():
        for number, spec in enumerate(specs):
            if spec.symbolic:
                yield from size_functions(f"{kind}_{number}", spec, names)


def size_functions(start: str, spec: TensorSpec, names: Mapping[str, str]) -> Iterator[str]:
    """Yield the functions that compute a blob's extents known at run time, and its size."""
    factors = [str(np.dtype(spec.dtype).itemsize)]
    bad = "-1 and 0 for extents out of range"
    yield from comment(f"{spec}: its extents known at run time, and bytes; {bad}.")
    for axis, extent in enumerate(spec.symbolic):
        if extent.isdecimal():
            factors.append(extent)
            continue
        function = f"ncnnc_{start}_extent_{axis}"
        factors.append(f"(size_t){function}(extents)")
        yield f"static inline int64_t {function}{SIGNATURE}"
        yield f"  return ncnnc_in_range(extents) ? {c_expression(extent, names, QUOTIENT)} : -1;"
        yield "}"
    yield f"static inline size_t ncnnc_{start}_bytes{SIGNATURE}"
    yield f"  return ncnnc_in_range(extents) ? {' * '.join(factors)} : 0;"
    yield from ("}", "")
