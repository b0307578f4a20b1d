"""The text form of a network: one layer per line, a Split wherever a blob has several readers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..format.records import ARRAY_KEY, MAGIC, SHAPE_HINT
from .signal import Signal

NetworkParam = int | float | tuple[int | float, ...]


@dataclass(frozen=True)
class NetworkBlob:
    """A value between layers. Shapes: `(c, h, w)` or `(w,)`."""

    name: str
    shape: tuple[int, ...]
    signal: Signal


@dataclass(frozen=True)
class Layer:
    """One line of a `.param`; `parameters` are keyed by ncnn's numeric ids."""

    type: str
    name: str
    inputs: tuple[NetworkBlob, ...]
    outputs: tuple[NetworkBlob, ...]
    parameters: Mapping[int, NetworkParam]


def render(layers: Sequence[Layer]) -> tuple[str, int]:
    """The text of a `.param`, and how many layers it has, Split layers included."""
    layers = insert_splits(layers)
    blobs = sum(len(layer.outputs) for layer in layers)
    lines = [str(MAGIC), f"{len(layers)} {blobs}", *map(_line, layers), ""]
    return "\n".join(lines), len(layers)


def insert_splits(layers: Sequence[Layer]) -> list[Layer]:
    """Insert a Split for every shared blob: ncnn frees a blob after its first reader."""
    readers = Counter(blob.name for layer in layers for blob in layer.inputs)
    copies: dict[str, list[NetworkBlob]] = {}
    result: list[Layer] = []
    for layer in layers:
        inputs = tuple(
            copies[blob.name].pop(0) if blob.name in copies else blob for blob in layer.inputs
        )
        result.append(Layer(layer.type, layer.name, inputs, layer.outputs, layer.parameters))
        for blob in layer.outputs:
            if readers[blob.name] < 2:
                continue
            name = f"splitncnn_{len(copies)}"
            tops = [
                NetworkBlob(f"{blob.name}_splitncnn_{reader}", blob.shape, blob.signal)
                for reader in range(readers[blob.name])
            ]
            copies[blob.name] = tops.copy()
            result.append(Layer("Split", name, (blob,), tuple(tops), {}))
    return result


def _line(layer: Layer) -> str:
    names = [blob.name for blob in (*layer.inputs, *layer.outputs)]
    hint = [extent for blob in layer.outputs for extent in _extents(blob)]
    parameters = {SHAPE_HINT: tuple(hint)} | dict(layer.parameters)
    fields = [_parameter(key, value) for key, value in parameters.items()]
    counts = f"{len(layer.inputs)} {len(layer.outputs)}"
    return " ".join([f"{layer.type:<24} {layer.name:<24}", counts, *names, *fields])


def _extents(blob: NetworkBlob) -> tuple[int, int, int, int]:
    """Shape hint of a blob: dims, w, h, c."""
    if len(blob.shape) == 1:
        return 1, blob.shape[0], 1, 1
    c, h, w = blob.shape
    return 3, w, h, c


def _parameter(key: int, value: NetworkParam) -> str:
    if isinstance(value, tuple):
        items = ",".join(_scalar(item) for item in value)
        return f"{ARRAY_KEY - key}={len(value)},{items}"
    return f"{key}={_scalar(value)}"


def _scalar(value: int | float) -> str:
    """An exponent distinguishes a float from an int."""
    return str(value) if isinstance(value, int) else f"{value:.6e}"
