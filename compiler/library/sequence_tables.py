"""Print the tables of programs whose runs tell extents."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from ...runtime.model.program import Program
from ...runtime.model.tensors import TensorSpec, padded
from .extent_code import LlvmFunction
from .structs import PLACE, RANGE, SEQUENCE, array, constant

POINTER_BYTES = 8


class Staging:
    """
    The end of the arena of a program: copies of the arrays of a run with the planned extents, which
    the code takes, and the arguments of the code.
    """

    def __init__(self, program: Program):
        self.offsets: dict[str, int] = {}
        """Of copies in the arena, by the blob's name. Units: bytes."""
        offset = padded(program.arena_bytes)
        for spec in (*program.inputs, *program.outputs):
            if spec.symbolic:
                self.offsets[spec.name] = offset
                offset += padded(math.prod(spec.planned) * np.dtype(spec.dtype).itemsize)
        self.pointers_offset = offset
        count = len(program.inputs) + 1 + len(program.outputs)
        self.arena_bytes = offset + padded(count * POINTER_BYTES)
        """Size of the arena with them."""


def sequence_tables(programs: Sequence[Program], linkage: str) -> Iterator[str]:
    """Yield the table of sequences, one for each program, and all that it refers to."""
    items: list[str] = []
    for number, program in enumerate(programs):
        staging = Staging(program)
        ranges = [constant(RANGE, least=s.least, most=s.most) for s in program.symbols]
        yield array(f"ranges{number}", RANGE, ranges)
        for kind, specs in (("input", program.inputs), ("output", program.outputs)):
            yield from place_tables(f"{kind}_places{number}", specs, program, staging)
        items.append(sequence_item(number, program, staging))
    yield array("sequences", SEQUENCE, items, linkage)


def place_tables(
    name: str, specs: Sequence[TensorSpec], program: Program, staging: Staging
) -> Iterator[str]:
    """Yield the table of inputs or outputs, and functions that compute their extents."""
    items: list[str] = []
    for index, spec in enumerate(specs):
        function = planned = "null"
        if spec.symbolic:
            function, planned = f"@{name}_{index}_extents", f"@{name}_{index}"
            yield array(planned[1:], "i64", [str(extent) for extent in spec.planned])
            yield from extents_function(function, program, spec.symbolic)
        offset = staging.offsets.get(spec.name, 0)
        items.append(
            constant(PLACE, index=index, find_extents=function, planned=planned, offset=offset)
        )
    yield array(name, PLACE, items)


def extents_function(name: str, program: Program, extents: Sequence[str]) -> Iterator[str]:
    """Yield the function that computes extents from the numbers that a run tells."""
    function = LlvmFunction([symbol.name for symbol in program.symbols])
    for axis, expression in enumerate(extents):
        function.store(expression, axis)
    yield f"define internal void {name}(ptr %numbers, ptr %extents) {{"
    yield from (*function.lines, "  ret void", "}")


def sequence_item(number: int, program: Program, staging: Staging) -> str:
    """Return what a program has besides."""
    return constant(
        SEQUENCE,
        ranges=f"@ranges{number}",
        range_count=len(program.symbols),
        inputs=f"@input_places{number}",
        outputs=f"@output_places{number}",
        input_count=len(program.inputs),
        output_count=len(program.outputs),
        pointers_offset=staging.pointers_offset,
    )
