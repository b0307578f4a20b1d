"""Print the tables of programs with extents known at run time, or with states."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict

import numpy as np

from ...runtime.model.program import Program
from ...runtime.model.tensors import TensorSpec, padded
from ...runtime.sessions.state_files import padded_fingerprint, types_digest
from ...runtime.sessions.state_layout import RowLayout
from .extent_code import LlvmFunction
from .sequence_interface import given_inputs
from .state_places import StatePlace, array_bytes, state_places
from .structs import PLACE, RANGE, SEQUENCE, STATE, array, bytes_text, constant

POINTER_BYTES = 8


class Staging:
    """
    The end of a program's arena: copies of a run's arrays with the planned extents that the code
    expects, and the code's arguments.
    """

    def __init__(self, program: Program):
        self.offsets: dict[str, int] = {}
        """Offsets of the copies in the arena, by blob name. Units: bytes."""
        offset = padded(program.arena_bytes)
        for spec in (*given_inputs(program), *program.given_outputs):
            if spec.symbolic:
                self.offsets[spec.name] = offset
                offset += padded(math.prod(spec.planned) * np.dtype(spec.dtype).itemsize)
        self.pointers_offset = offset
        count = len(program.inputs) + 1 + len(program.outputs)
        self.arena_bytes = offset + padded(count * POINTER_BYTES)
        """Size of the arena with the copies."""


def sequence_tables(programs: Sequence[Program], linkage: str) -> Iterator[str]:
    """Yield the table of sequences, with an entry per program, and the constants it refers to."""
    items: list[str] = []
    for number, program in enumerate(programs):
        staging = Staging(program)
        ranges = [constant(RANGE, least=s.least, most=s.most) for s in program.symbols]
        yield array(f"ranges{number}", RANGE, ranges)
        for kind in ("input", "output"):
            yield from place_tables(f"{kind}_places{number}", kind, program, staging)
        yield from state_tables(number, program)
        items.append(sequence_item(number, program, staging))
    yield array("sequences", SEQUENCE, items, linkage)


def place_tables(name: str, kind: str, program: Program, staging: Staging) -> Iterator[str]:
    """Yield the table of inputs or outputs, and the functions that compute their extents."""
    specs, given = program.inputs, given_inputs(program)
    if kind == "output":
        specs, given = program.outputs, program.given_outputs
    indices = {spec.name: index for index, spec in enumerate(given)}
    states = {
        name: index
        for index, state in enumerate(state_places(program)[0])
        for name in (state.spec.name, state.spec.state)
    }
    items: list[str] = []
    for number, spec in enumerate(specs):
        values = {
            "index": indices.get(spec.name, -1),
            "state": -1 if spec.name in indices else states[spec.name],
            "find_extents": "null",
            "planned": "null",
            "offset": staging.offsets.get(spec.name, 0),
        }
        if spec.name in staging.offsets:
            values["find_extents"], planned = f"@{name}_{number}_extents", f"{name}_{number}"
            values["planned"] = f"@{planned}"
            yield array(planned, "i64", [str(extent) for extent in spec.planned])
            yield from extents_function(values["find_extents"], program, spec.symbolic)
        items.append(constant(PLACE, **values))
    yield array(name, PLACE, items)


def extents_function(name: str, program: Program, extents: Sequence[str]) -> Iterator[str]:
    """Yield the function that computes extents from the numbers known at run time."""
    function = LlvmFunction([symbol.name for symbol in program.symbols])
    for axis, expression in enumerate(extents):
        function.store(expression, axis)
    yield f"define internal void {name}(ptr %numbers, ptr %extents) {{"
    yield from (*function.lines, "  ret void", "}")


def state_tables(number: int, program: Program) -> Iterator[str]:
    """Yield the table of states, the function that computes their lengths, and their digests."""
    places, _ = state_places(program)
    lengths = lengths_of(program)
    yield array(f"states{number}", STATE, [state_item(place, [*lengths]) for place in places])
    names = [symbol.name for symbol in program.symbols]
    yield array(f"lengths{number}", "i64", [str(names.index(name)) for name in lengths])
    yield from extents_function(f"@find_lengths{number}", program, [*lengths.values()])
    if places:
        identity = types_digest(program) + padded_fingerprint(program)
        yield f"@identity{number} = internal constant {bytes_text(identity)}"


def state_item(place: StatePlace, lengths: Sequence[str]) -> str:
    """Return a state's entry; `lengths` are those of all states that grow."""
    growth = growth_of(place.spec)
    grows = growth is not None
    layout = RowLayout.of(place.spec) if grows else RowLayout(0, 0, 0, 0, 0, 0, 0, 0)
    return constant(
        STATE,
        offset=place.offset,
        next_offset=place.next_offset,
        bytes=0 if grows else array_bytes(place.spec),
        length=-1 if growth is None else lengths.index(growth[0]),
        **asdict(layout),
    )


def growth_of(spec: TensorSpec) -> tuple[str, str] | None:
    """Return the extent that is the number of rows of a growing state, and its next value."""
    pairs = zip(spec.symbolic, spec.extents_after, strict=False)
    return next((pair for pair in pairs if pair[0] != pair[1]), None)


def lengths_of(program: Program) -> dict[str, str]:
    """Return the extents that are lengths, the session's first, with their values after a run."""
    growths = (growth_of(spec) for spec in program.states)
    return dict(growth for growth in growths if growth is not None)


def sequence_item(number: int, program: Program, staging: Staging) -> str:
    """Return a program's entry in the table of sequences."""
    places, state_bytes = state_places(program)
    return constant(
        SEQUENCE,
        ranges=f"@ranges{number}",
        range_count=len(program.symbols),
        inputs=f"@input_places{number}",
        outputs=f"@output_places{number}",
        input_count=len(program.inputs),
        output_count=len(program.outputs),
        pointers_offset=staging.pointers_offset,
        states=f"@states{number}",
        state_count=len(places),
        state_bytes=state_bytes,
        lengths=f"@lengths{number}",
        length_count=len(lengths_of(program)),
        find_lengths=f"@find_lengths{number}",
        identity=f"@identity{number}" if places else "null",
    )
