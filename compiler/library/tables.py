"""Print the tables of programs that a library's run time reads, as LLVM IR."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from xdsl.dialects.builtin import f32

from ...dialects.entry_points import BARRIER, RUN, WORKER
from ...runtime.code.cpu import DISABLED, Query, hidden_features
from ...runtime.code.cpuid import needed_registers
from ...runtime.model.program import Program
from ...runtime.model.tensors import TensorSpec, padded
from ..backend.llvm.text import float_literal
from .interface import MESSAGES, NO_WEIGHTS_PATH, TENSOR, UNKNOWN_STATUS, Status
from .sequence_interface import SEQUENCE_MESSAGES, given_inputs, is_sequence, statuses_of
from .sequence_tables import Staging, sequence_tables
from .structs import FEATURE, IMAGE, PROGRAM, Texts, array, c_text, constant

SHARED = "hidden"
"""Linkage of the tables that the run time reads."""


@dataclass(frozen=True)
class Entry:
    """A program of a library, for one target and one set of shapes."""

    program: Program
    prefix: str
    """Prefix of the symbols of its object file."""
    shapes: int
    """The number of the set of shapes."""
    offset: int
    """Offset of its weights. Units: bytes."""


def print_tables(
    entries: Sequence[Entry], bits: Mapping[str, Query], threads: int, weights_head: bytes = b""
) -> str:
    """
    Return the module of the tables that `runtime.h` declares.

    `bits` are the CPU features in the order of their bits. `threads` is the default number of
    threads; `weights_head` is the header of the file of weights, if they are in one.
    """
    texts = Texts()
    features = [feature_item(name, bits, texts) for name in bits]
    programs = [program_item(i, entry, bits, threads, texts) for i, entry in enumerate(entries)]
    known = messages(entries, bool(weights_head))
    lines = [
        f"@disabled_name = {SHARED} constant {c_text(DISABLED)}",
        f"@feature_count = {SHARED} constant i64 {len(features)}",
        array("features", FEATURE, features, SHARED),
        f"@program_count = {SHARED} constant i64 {len(entries)}",
        f"@shape_sets = {SHARED} constant i32 {len({entry.shapes for entry in entries})}",
        *(line for i, entry in enumerate(entries) for line in blob_tables(i, entry, texts)),
        array("programs", PROGRAM, programs, SHARED),
        *declarations(entries),
        array("messages", "ptr", [texts.name(text) for text in known], SHARED),
    ]
    sequences = [entry.program for entry in entries]
    if is_sequence(sequences):
        lines += sequence_tables(sequences, SHARED)
    if weights_head:
        words = [str(word) for word in struct.unpack("<3Q", weights_head)]
        lines.append(array("weights_file_head", "i64", words, SHARED))
    return "\n".join([*lines, *texts.lines()]) + "\n"


def mask(features: Iterable[str], known: Iterable[str]) -> int:
    """Return a mask with the bits of features, in the order of `known`."""
    order = list(known)
    return sum(1 << order.index(name) for name in features)


def feature_item(name: str, known: Mapping[str, Query], texts: Texts) -> str:
    """Return where the CPU reports a feature, and the features that imply it."""
    leaf, subleaf, register, bit = known[name]
    return constant(
        FEATURE,
        name=texts.name(name),
        hides=mask(hidden_features(name, known), known),
        leaf=leaf,
        subleaf=subleaf,
        number=register,
        bit=bit,
        saved=needed_registers(name),
    )


def blob_tables(number: int, entry: Entry, texts: Texts) -> Iterator[str]:
    """Yield the tables of inputs and outputs, and of images of any size."""
    program = entry.program
    blobs = {"input": given_inputs(program), "output": program.given_outputs}
    for kind, specs in blobs.items():
        items: list[str] = []
        for i, spec in enumerate(specs):
            shape = f"{kind}_shape{number}_{i}"
            yield array(shape, "i64", [str(extent) for extent in spec.shape])
            items.append(tensor_item(spec, f"@{shape}", texts))
        yield array(f"{kind}s{number}", TENSOR, items)
    yield array(f"images{number}", IMAGE, image_items(program.inputs))


def tensor_item(spec: TensorSpec, shape: str, texts: Texts) -> str:
    """Return the entry of an input or output."""
    return constant(
        TENSOR,
        name=texts.name(spec.name),
        type=texts.name(spec.dtype),
        shape=shape,
        bytes=spec.nbytes,
        axes=len(spec.shape),
        element_bytes=np.dtype(spec.dtype).itemsize,
        finds_rows=int(spec.has_found_rows),
        scale=float_literal(spec.scale, f32),
    )


def image_items(inputs: Sequence[TensorSpec]) -> list[str]:
    """Return the entries of images of any size among the inputs."""
    places = {spec.name: place for place, spec in enumerate(inputs)}
    items: list[str] = []
    for spec in inputs:
        if spec.extents:
            rows, columns, size = spec.shape[-3:]
            items.append(
                constant(
                    IMAGE,
                    extents=places[spec.extents],
                    most_rows=rows,
                    most_columns=columns,
                    pixel_bytes=size,
                )
            )
    return items


def program_item(
    number: int, entry: Entry, known: Iterable[str], threads: int, texts: Texts
) -> str:
    program = entry.program
    checks = program.bounds_checks
    return constant(
        PROGRAM,
        run=f"@{entry.prefix}{RUN.name}",
        worker=f"@{entry.prefix}{WORKER.name}",
        barrier=f"@{entry.prefix}{BARRIER.name}",
        target=texts.name(program.target),
        features=mask(program.features, known),
        shapes=entry.shapes,
        weights_offset=entry.offset,
        arena_bytes=arena_bytes(program),
        workspace_bytes=program.workspace_bytes,
        failure_at=0 if checks is None else checks.failure_at,
        threads=threads,
        input_count=len(given_inputs(program)),
        output_count=len(program.given_outputs),
        image_count=sum(bool(spec.extents) for spec in program.inputs),
        inputs=f"@inputs{number}",
        outputs=f"@outputs{number}",
        images=f"@images{number}",
    )


def arena_bytes(program: Program) -> int:
    """Return the size of the arena, with copies of arrays if extents are known at run time."""
    return Staging(program).arena_bytes if is_sequence([program]) else padded(program.arena_bytes)


def declarations(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the declarations of the symbols of object files."""
    for entry in entries:
        for function in (RUN, WORKER):
            parameters = ", ".join("ptr" for _ in function.parameters)
            yield f"declare hidden void @{entry.prefix}{function.name}({parameters})"
        yield f"@{entry.prefix}{BARRIER.name} = external hidden global ptr"


def messages(entries: Sequence[Entry], are_weights_beside: bool) -> list[str]:
    """Return the messages of all statuses, followed by the one for unknown numbers."""
    needs = dict.fromkeys(
        f"{entry.program.target} needs {', '.join(entry.program.features)}" for entry in entries
    )
    unfit = f"this CPU cannot run the code: {'; '.join(needs)}"
    programs = [entry.program for entry in entries]
    known = {**MESSAGES, Status.ERROR_TARGET: unfit}
    if are_weights_beside:
        known[Status.ERROR_WEIGHTS_PATH] = NO_WEIGHTS_PATH
    if is_sequence(programs):
        known |= SEQUENCE_MESSAGES
    statuses = statuses_of(programs)
    return [*(known[status] for status in statuses), UNKNOWN_STATUS]
