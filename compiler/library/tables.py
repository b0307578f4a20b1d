"""Prints what a library's module knows of its programs, as constants of LLVM IR."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from xdsl.dialects.builtin import f32

from ...dialects.entry_points import BARRIER, CALL, RUN, TEAM_SIZE, THREAD_NUMBER, WORKER
from ...runtime.code.cpu import DISABLED, hidden_features
from ...runtime.code.cpuid import BITS, needed_registers
from ...runtime.model.program import Program
from ...runtime.model.tensors import TensorSpec, padded
from ..backend.llvm.text import float_literal
from .interface import MESSAGES, UNKNOWN_STATUS, Status

FEATURES = tuple(BITS)
"""In the order of their bits."""


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


class Texts:
    """Texts for C that are each there once."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def name(self, text: str) -> str:
        """The constant that holds a text."""
        return self._names.setdefault(text, f"@text{len(self._names)}")

    def lines(self) -> Iterator[str]:
        """All constants."""
        for text, name in self._names.items():
            yield f"{name} = private unnamed_addr constant {c_text(text)}"


def c_text(text: str) -> str:
    """A text that ends in a zero: `[3 x i8] c"ab\\00"`."""
    data = text.encode() + b"\0"
    plain = set(range(0x20, 0x7F)) - {ord('"'), ord("\\")}
    spelled = "".join(chr(byte) if byte in plain else f"\\{byte:02X}" for byte in data)
    return f'[{len(data)} x i8] c"{spelled}"'


def array(name: str, type: str, items: Sequence[str]) -> str:
    """A constant array."""
    elements = ", ".join(f"{type} {item}" for item in items)
    value = f"[{elements}]" if items else "zeroinitializer"
    return f"{name} = internal constant [{len(items)} x {type}] {value}"


def print_tables(entries: Sequence[Entry], threads: int, weights_head: bytes) -> str:
    """
    All constants, and the functions that depend on how programs are called.

    `threads` run where nothing is said; `weights_head` is what the file with the weights begins
    with, if they are in one.
    """
    texts = Texts()
    lines = [
        f"@disabled_name = internal constant {c_text(DISABLED)}",
        f"@feature_count = internal constant i64 {len(FEATURES)}",
        array("@features", "%feature", [feature_item(i, texts) for i in range(len(FEATURES))]),
        f"@program_count = internal constant i64 {len(entries)}",
        f"@shape_sets = internal constant i32 {len({entry.shapes for entry in entries})}",
        *(line for i, entry in enumerate(entries) for line in blob_tables(i, entry, texts)),
        array(
            "@programs",
            "%program",
            [program_item(i, entry, threads, texts) for i, entry in enumerate(entries)],
        ),
        *declarations(entries),
        array("@messages", "ptr", [texts.name(text) for text in messages(entries)]),
        *call_run(),
        *fill_call(),
    ]
    if weights_head:
        words = [str(word) for word in struct.unpack("<3Q", weights_head)]
        lines.append(array("@weights_file_head", "i64", words))
    return "\n".join([*lines, *texts.lines()]) + "\n"


def mask(features: Iterable[str]) -> int:
    """The bits of features."""
    return sum(1 << FEATURES.index(name) for name in features)


def feature_item(number: int, texts: Texts) -> str:
    """Return the CPUID query of a feature, and the features that imply it."""
    name = FEATURES[number]
    leaf, subleaf, register, bit = BITS[name]
    hides = mask(hidden_features(name, BITS))
    numbers = (leaf, subleaf, register, bit, needed_registers(name))
    return f"{{ {', '.join(f'i32 {n}' for n in numbers)}, i64 {hides}, ptr {texts.name(name)} }}"


def blob_tables(number: int, entry: Entry, texts: Texts) -> Iterator[str]:
    """The inputs and outputs of a program, and which are images of any size."""
    blobs = {"input": entry.program.inputs, "output": entry.program.outputs}
    for kind, specs in blobs.items():
        items: list[str] = []
        for i, spec in enumerate(specs):
            shape = f"@{kind}_shape{number}_{i}"
            yield array(shape, "i64", [str(extent) for extent in spec.shape])
            items.append(tensor_item(spec, shape, texts))
        yield array(f"@{kind}s{number}", "%tensor", items)
    yield array(f"@images{number}", "%image", image_items(entry.program.inputs))


def tensor_item(spec: TensorSpec, shape: str, texts: Texts) -> str:
    """An input or output."""
    pointers = (texts.name(spec.name), texts.name(spec.dtype), shape)
    element = np.dtype(spec.dtype).itemsize
    numbers = (len(spec.shape), element, int(spec.has_found_rows))
    values = [*(f"ptr {p}" for p in pointers), f"i64 {spec.nbytes}", *(f"i32 {n}" for n in numbers)]
    return f"{{ {', '.join(values)}, float {float_literal(spec.scale, f32)} }}"


def image_items(inputs: Sequence[TensorSpec]) -> list[str]:
    """The images of any size among the inputs."""
    places = {spec.name: place for place, spec in enumerate(inputs)}
    return [
        f"{{ i64 {places[spec.extents]}, {', '.join(f'i32 {n}' for n in spec.shape[-3:])} }}"
        for spec in inputs
        if spec.extents
    ]


def program_item(number: int, entry: Entry, threads: int, texts: Texts) -> str:
    """A program: see `%program` of `model.ll`."""
    program = entry.program
    symbols = [f"@{entry.prefix}{symbol.name}" for symbol in (RUN, WORKER, BARRIER)]
    numbers = (
        mask(program.features),
        entry.shapes,
        entry.offset,
        padded(program.arena_bytes),
        program.workspace_bytes,
        len(program.inputs),
        len(program.outputs),
    )
    values = [
        *(f"ptr {symbol}" for symbol in symbols),
        f"ptr {texts.name(program.target)}",
        *(f"i64 {value}" for value in numbers),
        f"ptr @inputs{number}",
        f"ptr @outputs{number}",
        f"i32 {threads}",
        f"i64 {sum(bool(spec.extents) for spec in program.inputs)}",
        f"ptr @images{number}",
        f"i64 {0 if program.bounds_checks is None else program.bounds_checks.failure_at}",
    ]
    return f"{{ {', '.join(values)} }}"


def declarations(entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the declarations of the symbols of object files."""
    for entry in entries:
        for function in (RUN, WORKER):
            yield f"declare hidden void @{entry.prefix}{function.name}()"
        yield f"@{entry.prefix}{BARRIER.name} = external hidden global ptr"


def messages(entries: Sequence[Entry]) -> list[str]:
    """Return the messages of all statuses, and last the one for any other number."""
    needs = dict.fromkeys(
        f"{entry.program.target} needs {', '.join(entry.program.features)}" for entry in entries
    )
    unfit = f"this CPU cannot run the code: {'; '.join(needs)}"
    known: Mapping[Status, str] = {**MESSAGES, Status.ERROR_TARGET: unfit}
    return [*(known[status] for status in Status), UNKNOWN_STATUS]


def call_run() -> list[str]:
    """A call of `ncnnc_run` of a program, whose address comes first."""
    parameters = ", ".join(f"ptr %{parameter.name}" for parameter in RUN.parameters)
    return [
        f"define internal void @call_run(ptr %function, {parameters}) #0 {{",
        f"  call void %function({parameters})",
        "  ret void",
        "}",
    ]


def fill_call() -> list[str]:
    """Makes what the threads of a team share of the parts of it; time stamps are not taken."""
    given = (*RUN.parameters, THREAD_NUMBER, TEAM_SIZE)
    parameters = ", ".join(f"ptr %{parameter.name}" for parameter in given)
    lines = [f"define internal void @fill_call(ptr %call, {parameters}) #0 {{"]
    for i, member in enumerate(CALL.members):
        value = f"%{member.name}" if member in given else "null"
        lines.append(f"  %at{i} = getelementptr inbounds ptr, ptr %call, i64 {i}")
        lines.append(f"  store ptr {value}, ptr %at{i}, align 8")
    return [*lines, "  ret void", "}"]
