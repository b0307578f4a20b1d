"""
Read and write ncnn2table's file of scales.

A line is a name and numbers: `conv1_param_0` with the scales of the weights of layer `conv1`, then
`conv1` with that of its input. A `#` before a name takes the layer out: it stays float32, as all
layers do that are not in the file.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...runtime.files.input_files import open_input
from ..diagnostics import ModelError, unknown_name
from ..format.param_writer import float_text
from .layers import QuantizableLayer
from .scales import LayerScales, ScalesByLayer

WEIGHTS = "_param_0"
"""Suffix of a layer's name for the scales of its weights."""
COMMENT = "#"


@dataclass(frozen=True)
class ScalesLine:
    """The scales after a name."""

    number: int
    values: np.ndarray


def table_text(scales: ScalesByLayer) -> bytes:
    """Return the file of these scales: those of all weights, then those of all inputs."""
    lines = [f"{name}{WEIGHTS} {_numbers(s.weight)}" for name, s in scales.items()]
    lines += [f"{name} {float_text(float(s.input))}" for name, s in scales.items()]
    return "".join(f"{line}\n" for line in lines).encode()


def _numbers(values: np.ndarray) -> str:
    return " ".join(float_text(float(value)) for value in values)


def read_table(path: str | os.PathLike[str]) -> dict[str, ScalesLine]:
    """Return the active lines of a table, by name. Raises: ModelError at the first mistake."""
    file = os.fspath(path)
    try:
        with open_input(file) as stream:
            text = stream.read().decode()
    except OSError as error:
        raise ModelError(f"cannot be read: {error.strerror or error}", file=file) from None
    except UnicodeDecodeError:
        raise ModelError("is no table of scales: not a text file", file=file) from None
    lines: dict[str, ScalesLine] = {}
    for number, line in enumerate(text.splitlines(), 1):
        name, *words = line.split() or [COMMENT]
        if name.startswith(COMMENT):
            continue
        if name in lines:
            reason = f"'{name}' stands on line {lines[name].number} already"
            raise ModelError(reason, file=file, line=number)
        lines[name] = ScalesLine(number, _values(name, words, file, number))
    return lines


def _values(name: str, words: Sequence[str], file: str, number: int) -> np.ndarray:
    try:
        values = [float(word) for word in words]
    except ValueError:
        raise ModelError(f"the scales of '{name}' are no numbers", file=file, line=number) from None
    if not values:
        raise ModelError(f"'{name}' has no scales", file=file, line=number)
    with np.errstate(over="ignore", divide="ignore"):
        scales = np.array(values, np.float64).astype(np.float32)
        is_usable = (scales >= 0) & np.isfinite(scales) & (np.isfinite(1 / scales) | (scales == 0))
    if not is_usable.all():
        reason = f"a scale of '{name}' is no finite positive number, or its reciprocal is none"
        raise ModelError(reason, file=file, line=number)
    return scales


def scales_of_table(
    lines: dict[str, ScalesLine],
    layers: Sequence[QuantizableLayer],
    file: str,
    known: Sequence[str],
) -> dict[str, LayerScales]:
    """
    Return the scales of layers that are in a table, by the name of the layer. Lines of other layers
    of the model, whose names are `known`, are passed over.

    Raises: ModelError for a line with another number of scales than its layer has channels, or
    without the line that belongs to it; UsageError for one that names no layer.
    """
    for name in lines:
        if name.removesuffix(WEIGHTS) not in known and name not in known:
            raise unknown_name(f"layer of {file}", name.removesuffix(WEIGHTS), list(known))
    scales: dict[str, LayerScales] = {}
    for layer in layers:
        name = layer.name
        weight, input = lines.get(f"{name}{WEIGHTS}"), lines.get(name)
        if weight is None and input is None:
            continue
        if weight is None or input is None:
            line, missing = (input, "weights") if weight is None else (weight, "input")
            assert line is not None
            reason = f"layer '{name}' has no scale for its {missing}"
            raise ModelError(reason, file=file, line=line.number)
        _check_count(f"{name}{WEIGHTS}", weight, layer.scale_count, file)
        _check_count(name, input, 1, file)
        if input.values[0] == 0:
            raise ModelError(f"the scale of '{name}' is 0", file=file, line=input.number)
        scales[name] = LayerScales(weight.values, input.values[0])
    return scales


def _check_count(name: str, line: ScalesLine, wanted: int, file: str) -> None:
    if line.values.size != wanted:
        reason = f"'{name}' has {line.values.size} scales, the layer takes {wanted}"
        raise ModelError(reason, file=file, line=line.number)
