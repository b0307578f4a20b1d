"""Small ONNX files, written without the `onnx` package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def number(value: int) -> bytes:
    """An integer of variable length."""
    more = value >> 7
    return bytes([value & 127 | 128]) + number(more) if more else bytes([value])


def field(place: int, value: int | str | bytes) -> bytes:
    """A field of a message."""
    if isinstance(value, int):
        return number(place << 3) + number(value)
    content = value.encode() if isinstance(value, str) else value
    return number(place << 3 | 2) + number(len(content)) + content


def value(name: str, shape: Sequence[int | str | None], type: int = 1) -> bytes:
    """A ValueInfoProto of a tensor; None is an extent of which nothing is said."""
    kinds = {int: 1, str: 2}
    dims = b"".join(field(1, b"" if e is None else field(kinds[e.__class__], e)) for e in shape)
    return field(1, name) + field(2, field(1, field(1, type) + field(2, dims)))


def model_bytes(
    inputs: Sequence[bytes], outputs: Sequence[bytes], weights: Mapping[str, str | None]
) -> bytes:
    """A ModelProto; weights by name, with the files that they are in."""
    graph = b"".join(field(11, one) for one in inputs) + b"".join(field(12, one) for one in outputs)
    for name, file in weights.items():
        entry = b"" if file is None else field(13, field(1, "location") + field(2, file))
        graph += field(5, field(8, name) + entry)
    return field(1, 8) + field(2, "test") + field(7, graph)
