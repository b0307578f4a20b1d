"""Describe programs to the JavaScript of their module."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from ...runtime.model.program import Program
from ...runtime.model.symbols import ExtentExpression
from ...runtime.model.tensors import TensorSpec
from ..library.extent_code import CText
from ..library.interface import PREFIX
from ..library.sequence_interface import DYNAMIC, given_inputs, is_sequence
from ..library.sequence_tables import lengths_of

ARRAYS = {
    "float32": "Float32Array",
    "int32": "Int32Array",
    "uint16": "Uint16Array",
    "int8": "Int8Array",
    "uint8": "Uint8Array",
}
"""Types of elements -> the classes of JavaScript for them."""


def arrays_given(program: Program) -> list[TensorSpec]:
    """Return the inputs that a caller gives: images have their sizes."""
    sizes = {spec.extents for spec in program.inputs}
    return [spec for spec in given_inputs(program) if spec.name not in sizes]


def described(spec: TensorSpec) -> dict[str, object]:
    """Return name, shape and type of an input or an output."""
    facts: dict[str, object] = {"name": spec.name, "shape": list(spec.shape), "dtype": spec.dtype}
    if spec.symbolic:
        facts["extents"] = [*spec.symbolic]
    if spec.has_found_rows:
        facts["hasFoundRows"] = True
    if spec.extents:
        facts["isImage"] = True
    return facts


def axes(spec: TensorSpec, names: Sequence[str]) -> str:
    """Return functions of the extents known at run time for each extent of a blob."""
    if not spec.symbolic:
        return "undefined"
    values = {name: CText(f"n[{i}]", "quotient") for i, name in enumerate(names)}
    rows: list[str] = []
    for expression in map(ExtentExpression, spec.symbolic):
        text = expression.fold(values.__getitem__, lambda number: CText(str(number), "quotient"))
        uses = [names.index(name) for name in expression.names]
        rows.append(f"{{ uses: {uses}, of: (n) => {text.text} }}")
    return f"[{', '.join(rows)}]"


def shape_set(program: Program) -> list[str]:
    """Return the lines for a set of shapes."""
    names = [symbol.name for symbol in program.symbols]
    symbols = [{"name": s.name, "least": s.least, "most": s.most} for s in program.symbols]
    lines = [f"symbols: {json.dumps(symbols)},"]
    lines.append(f"lengths: {[names.index(name) for name in lengths_of(program)]},")
    for kind, specs in (("input", arrays_given(program)), ("output", program.given_outputs)):
        rows = [f"  {json.dumps(described(spec))}," for spec in specs]
        lines += [f"{kind}s: [", *rows, "],"]
        rows = [f"  {axes(spec, names)}," for spec in specs]
        lines += [f"{kind}Axes: [", *rows, "],"]
    return ["    {", *(f"      {line}" for line in lines), "    },"]


def prefix_of(programs: Sequence[Program]) -> str:
    """Return how names of functions begin that are others where runs tell extents."""
    return DYNAMIC if is_sequence(programs) else PREFIX


def description(
    programs: Sequence[Program], files: Mapping[str, str], numbers: Mapping[str, int]
) -> str:
    """Return the constant of the JavaScript; `files` and `numbers` are members of it."""
    facts = {
        **files,
        **numbers,
        "prefix": prefix_of(programs),
        "isSequence": is_sequence(programs),
        "hasStates": bool(programs[0].states),
    }
    lines = [f"  {name}: {json.dumps(value)}," for name, value in facts.items()]
    sets = [line for program in programs for line in shape_set(program)]
    return "\n".join(["const MODEL = {", *lines, "  sets: [", *sets, "  ],", "};"])
