"""Print the header of a library."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum

import numpy as np

from ...dialects.entry_points import Function, Struct
from ...dialects.target.operating_systems import MACOS, WINDOWS
from ...dialects.target.records import Target
from ...dialects.target.system import system_of
from ...runtime.model.program import Program
from ...runtime.model.specialisation import described_shapes
from ...runtime.model.tensors import TensorSpec
from ...runtime.version import VERSION
from .comments import WIDTH, comment
from .extents_header import extents_lines
from .interface import MODEL, OPTIONS, PARALLEL, PREFIX, TASK, TENSOR
from .sequence_interface import (
    DYNAMIC,
    EXTENTS,
    SESSION,
    functions_of,
    given_inputs,
    statuses_of,
)

LINKED = {WINDOWS: (".lib, .obj, .a or .o", ""), MACOS: (".o, .a or .dylib", "")}
"""System -> files and options for linking a program, where they differ from Linux."""
LIFETIMES = (
    "Arrays, options and paths are used during a call alone. What describes a model, such as its "
    "tensors, lives as long as the model, and a model has to live longer than its sessions."
)


def print_header(name: str, targets: Sequence[str], sets: Sequence[Program]) -> str:
    """Return the header of library `name`, with the blobs of each set of shapes."""
    guard = f"NCNNC_{name.upper()}_H"
    lines = [
        *comment(f"Made by ncnnc {VERSION}. Targets: {', '.join(targets)}."),
        *comment(link_line(name, targets, sets[0].threads)),
        *(comment(f"Precision: {choice}.") if (choice := sets[0].precision_choice) else []),
        *comment(LIFETIMES),
        f"#ifndef {guard}",
        f"#define {guard}",
        "",
        "#include <stddef.h>",
        "#include <stdint.h>",
        "",
        "#ifdef __cplusplus",
        'extern "C" {',
        "#endif",
        "",
        *blob_lines(name, sets),
        *interface_lines(functions_of(sets), statuses_of(sets)),
        "#ifdef __cplusplus",
        "}",
        "#endif",
        "",
        "#endif",
        "",
    ]
    text = "\n".join(lines)
    # A type is the same with the word struct and without it.
    for struct in (TENSOR.name, OPTIONS.name, *map(type_name, (MODEL, EXTENTS, SESSION))):
        text = text.replace(f"const struct {struct} ", f"const {struct} ")
        text = text.replace(f"(struct {struct} ", f"({struct} ")
    text = text.replace(DYNAMIC.upper(), f"{name.upper()}_").replace(DYNAMIC, f"{name}_")
    return text.replace(PREFIX.upper(), f"{name.upper()}_").replace(PREFIX, f"{name}_")


def link_line(name: str, targets: Sequence[str], threads: int) -> str:
    """Return the comment that says how to link a program, and where it runs."""
    system = system_of(Target.parse(targets[0]))
    assert system is not None  # of a library
    openmp = " -fopenmp -lm" if threads > 1 else " -lm"
    files, more = LINKED.get(system.system, (".o, .a or .so", openmp))
    return f"For {system.title}. Link: cc main.c FILE{more}, where FILE is the {files} of {name}."


def interface_lines(functions: Sequence[Function], statuses: Sequence[IntEnum]) -> Iterator[str]:
    """Yield declarations common to all libraries, under `ncnnc` names."""
    yield from comment("What functions return that may fail; ncnnc_error_string says more.")
    yield from ("enum {", *(f"  {status_name(status)} = {status.value}," for status in statuses))
    yield from ("};", "", *comment("A model that is ready to run."))
    yield from (f"typedef {MODEL} {type_name(MODEL)};", "")
    yield from struct_lines(TENSOR)
    yield from function_type_lines(TASK)
    yield from function_type_lines(PARALLEL)
    yield from struct_lines(OPTIONS)
    for function in functions:
        yield from function_lines(function)


def type_name(struct: str) -> str:
    """Return the type name of a struct."""
    return struct.removeprefix("struct ")


def status_name(status: IntEnum) -> str:
    """`NCNNC_ERROR_TARGET`"""
    return f"{PREFIX.upper()}{status.name}"


def struct_lines(struct: Struct) -> Iterator[str]:
    """Return the definition of a struct."""
    yield from comment(struct.meaning)
    yield f"typedef struct {struct.name} {{"
    for member in struct.members:
        yield from comment(member.meaning, "  ")
        yield f"  {member.declaration};"
    yield f"}} {struct.name};"
    yield ""


def function_type_lines(function: Function) -> Iterator[str]:
    yield from comment(function.meaning)
    parameters = ", ".join(parameter.declaration for parameter in function.parameters)
    yield f"typedef {function.returns} (*{function.name})({parameters});"
    yield ""


def function_lines(function: Function) -> Iterator[str]:
    """Return the declaration of a function of the library."""
    yield from comment(function.meaning)
    line = f"{function.prototype};"
    if len(line) > WIDTH:
        line = line.replace("(", "(\n    ", 1)
    yield line
    yield ""


def blob_lines(name: str, sets: Sequence[Program]) -> Iterator[str]:
    """Yield declarations of inputs and outputs, as constants if there is one set of shapes."""
    for number, program in enumerate(sets):
        title = f"Shapes {number}: {described_shapes(program)}. " if len(sets) > 1 else ""
        blobs = [
            ("input", given_inputs(program)),
            ("output", program.given_outputs),
            ("state", program.states),
        ]
        described = (
            f"{kind} {i}: {described_blob(spec)}"
            for kind, specs in blobs
            for i, spec in enumerate(specs)
        )
        yield from comment(title + "; ".join(described))
    inputs, outputs = given_inputs(sets[0]), sets[0].given_outputs
    yield f"#define {name.upper()}_INPUTS {len(inputs)}"
    yield f"#define {name.upper()}_OUTPUTS {len(outputs)}"
    if len(sets) == 1:
        yield from size_lines(f"{name.upper()}_INPUT", inputs)
        yield from size_lines(f"{name.upper()}_OUTPUT", outputs)
    yield ""
    if sets[0].symbols:
        yield from extents_lines(name, sets[0], {"input": inputs, "output": outputs})
    elif sets[0].states:
        yield from comment("Extents known at run time: this library has none, and takes NULL.")
        yield from (f"typedef {EXTENTS} {type_name(EXTENTS)};", "")
    if sets[0].states:
        yield from comment("The states of a model from run to run.")
        yield from (f"typedef {SESSION} {type_name(SESSION)};", "")


def described_blob(spec: TensorSpec) -> str:
    """Describe name, type and shape; for an image, also its pixels and the source of its size."""
    if not spec.pixels:
        return str(spec)
    pixels = f"{spec}, an image h,w,channels of {spec.pixels}"
    if not spec.extents:
        return pixels
    size = "its height, its width and the bytes from one row to the next"
    return f"{pixels}; {spec.extents} tells {size}"


def size_lines(start: str, specs: Sequence[TensorSpec]) -> Iterator[str]:
    """Yield largest sizes of blobs in bytes, except of images, and scales of int8 blobs."""
    for number, spec in enumerate(specs):
        if spec.scale:
            yield f"#define {start}_{number}_SCALE {np.float32(spec.scale)}f"
        if spec.extents:
            continue
        most = "MOST_" if spec.symbolic else ""
        yield f"#define {start}_{number}_{most}BYTES {spec.nbytes}"
