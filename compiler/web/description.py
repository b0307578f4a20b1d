"""Describe a program to the JavaScript of its module."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ...runtime.model.program import Program
from ...runtime.model.tensors import TensorSpec
from ..diagnostics import UnsupportedError

ARRAYS = {
    "float32": "Float32Array",
    "int32": "Int32Array",
    "uint16": "Uint16Array",
    "int8": "Int8Array",
    "uint8": "Uint8Array",
}
"""Types of elements -> the classes of JavaScript for them."""


def check_program(program: Program) -> None:
    """Raises: UnsupportedError for a program that JavaScript cannot call."""
    if program.call_backs:
        types = ", ".join(sorted({call.type for call in program.call_backs}))
        raise UnsupportedError(f"a .wasm cannot have layers that Python computes: {types}")
    if program.symbols:
        names = ", ".join(symbol.name for symbol in program.symbols)
        raise UnsupportedError(
            f"a .wasm has inputs of one shape, not of any {names}; hint: --input NAME=NUMBERS"
        )
    if program.states:
        names = ", ".join(spec.name for spec in program.states)
        raise UnsupportedError(f"a .wasm keeps no states ({names}); hint: leave out --state")
    for spec in program.inputs:
        if spec.extents:
            raise UnsupportedError(
                f"a .wasm takes images of one size, not any size up to that of '{spec.name}'"
            )


def specs(tensors: Sequence[TensorSpec]) -> list[dict[str, object]]:
    """Return names, shapes and types of inputs or outputs."""
    return [
        {
            "name": spec.name,
            "shape": list(spec.shape),
            "dtype": spec.dtype,
            **({"hasFoundRows": True} if spec.has_found_rows else {}),
        }
        for spec in tensors
    ]


def description(program: Program, start: int, files: tuple[str, str], has_threads: bool) -> str:
    """
    Return the constant of the JavaScript: places from `start` on are free for it to give.

    `files` are the module and the weights, if these are in a file.
    """
    code, weights = files
    facts = {
        "file": f"./{code}",
        "weightsFile": f"./{weights}" if weights else "",
        "hasThreads": has_threads,
        "start": start,
        "weightsBytes": len(program.weights),
        "arenaBytes": program.arena_bytes,
        "workspaceBytes": program.workspace_bytes,
    }
    lines = [f"  {name}: {json.dumps(value)}," for name, value in facts.items()]
    for name, tensors in (("inputs", program.inputs), ("outputs", program.outputs)):
        rows = [f"    {json.dumps(spec)}," for spec in specs(tensors)]
        lines += [f"  {name}: [", *rows, "  ],"]
    return "\n".join(["const MODEL = {", *lines, "};"])
