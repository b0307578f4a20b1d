"""Read the inputs and weights of an ONNX file without the `onnx` package."""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ...diagnostics import ModelError

GRAPH = 7
"""Fields are those of onnx.proto, by number: of ModelProto."""
INITIALIZER, INPUT, OUTPUT = 5, 11, 12
"""Of GraphProto."""
TENSOR_NAME, EXTERNAL_DATA = 8, 13
"""Of TensorProto."""
VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5
"""Types on the wire."""
TYPES = {1: "f32", 3: "i8", 2: "u8", 5: "i16", 6: "i32", 7: "i64", 9: "i8", 10: "f16", 11: "f64"}
"""TensorProto.DataType -> the type as pnnx writes it."""
Message = memoryview


@dataclass(frozen=True)
class OnnxInput:
    """An input of a graph."""

    name: str
    shape: tuple[int | str, ...]
    """Extents; names of those that vary, `?` without one."""
    dtype: str


@dataclass(frozen=True)
class OnnxGraph:
    """A graph, before it is converted."""

    inputs: tuple[OnnxInput, ...]
    outputs: tuple[str, ...]
    files: tuple[str, ...]
    """Files with weights, beside the model."""


def read_onnx(path: Path) -> OnnxGraph:
    """Return the inputs, outputs and files of a model. Raises: ModelError if it is damaged."""
    try:
        with path.open("rb") as file:
            return graph_of(memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)))
    except OSError as error:
        raise ModelError(f"cannot be read: {error.strerror}", file=str(path)) from None
    except (ValueError, IndexError):
        raise ModelError("damaged, or no ONNX model", file=str(path)) from None


def graph_of(content: Message) -> OnnxGraph:
    """Read a ModelProto. Raises: ValueError, IndexError."""
    graphs = [value for number, value in messages(content) if number == GRAPH]
    if len(graphs) != 1:
        raise ValueError("no graph")
    inputs: list[OnnxInput] = []
    outputs: list[str] = []
    constants: set[str] = set()
    files: dict[str, None] = {}
    for number, value in messages(graphs[0]):
        if number == INPUT:
            inputs.append(input_of(value))
        elif number == OUTPUT:
            outputs.append(text_in(value, 1))
        elif number == INITIALIZER:
            constants.add(text_in(value, TENSOR_NAME))
            for entry in (v for n, v in messages(value) if n == EXTERNAL_DATA):
                if text_in(entry, 1) == "location":
                    files[text_in(entry, 2)] = None
    given = tuple(one for one in inputs if one.name not in constants)
    return OnnxGraph(given, tuple(outputs), tuple(files))


def input_of(value: Message) -> OnnxInput:
    """Read a ValueInfoProto: name, and type.tensor_type with elem_type and shape.dim."""
    tensor = part(part(value, 2), 1)
    types = [n for number, n in fields(tensor) if number == 1 and isinstance(n, int)]
    shape: list[int | str] = []
    for _, dim in ((n, v) for n, v in messages(part(tensor, 2)) if n == 1):
        extents = [n for number, n in fields(dim) if number == 1 and isinstance(n, int)]
        shape.append(extents[0] if extents and extents[0] > 0 else text_in(dim, 2) or "?")
    return OnnxInput(text_in(value, 1), tuple(shape), TYPES.get(types[0] if types else 1, "f32"))


def part(message: Message, wanted: int) -> Message:
    """Return the message in a field, an empty one if there is none."""
    return next((v for number, v in messages(message) if number == wanted), message[:0])


def text_in(message: Message, wanted: int) -> str:
    """Return the text in a field, empty if there is none."""
    return bytes(part(message, wanted)).decode(errors="replace")


def messages(message: Message) -> Iterator[tuple[int, Message]]:
    """Yield the fields of bytes."""
    for number, value in fields(message):
        if not isinstance(value, int):
            yield number, value


def fields(message: Message) -> Iterator[tuple[int, int | Message]]:
    """Yield the fields of a message in the wire format of protobuf. Raises: ValueError."""
    at, end = 0, len(message)
    while at < end:
        key, at = varint(message, at)
        kind = key & 7
        if kind == VARINT:
            value, at = varint(message, at)
            yield key >> 3, value
            continue
        if kind == BYTES:
            length, at = varint(message, at)
        elif kind in (FIXED32, FIXED64):
            length = 4 if kind == FIXED32 else 8
        else:
            raise ValueError("no field")
        if at + length > end:
            raise ValueError("cut off")
        yield key >> 3, message[at : at + length]
        at += length


def varint(message: Message, at: int) -> tuple[int, int]:
    """Return a number of variable length and the place after it. Raises: IndexError; ValueError."""
    value = shift = 0
    while True:
        byte = message[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7
        if shift > 63:
            raise ValueError("no number")
