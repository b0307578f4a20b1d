"""Write the text form of a model, `.param`, like ncnn's tools."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import numpy as np

from .records import (
    ARRAY_KEY,
    CONTROL_CHARACTERS,
    MAGIC,
    MAX_STRING_BYTES,
    SHAPE_HINT,
    LayerRecord,
    ModelRecord,
    RecordValue,
    layer_error,
)

MAX_FRACTION_DIGITS = 9
"""Most digits after the point that every version of ncnn reads exactly; others get an exponent."""
MAX_INTEGER_DIGITS = 9

_QUOTABLE = re.compile(rf'[^"\r\n{CONTROL_CHARACTERS}]+')
"""A string that can stand between quotes, on one line."""


def param_text(model: ModelRecord) -> bytes:
    """Return the text form, exact to the bit. Raises: ModelError for values it cannot represent."""
    counts = f"{len(model.layers)} {model.blob_count}"
    lines = [str(MAGIC), counts, *(_line(model.file, layer) for layer in model.layers)]
    return "".join(f"{line}\n" for line in lines).encode()


def _line(file: str, layer: LayerRecord) -> str:
    counts = f"{len(layer.bottoms)} {len(layer.tops)}"
    head = f"{layer.type:<24} {layer.name:<24} {counts}"
    try:
        return " ".join([head, *layer.bottoms, *layer.tops, *_parameters(layer)])
    except ValueError as e:
        raise layer_error(file, layer, str(e), "write the binary form, .param.bin") from None


def _parameters(layer: LayerRecord) -> Iterator[str]:
    """Return `id=value` for each parameter: the shape hint first, then the others by id."""
    for id in sorted(layer.params, key=lambda id: (id != SHAPE_HINT, id)):
        value = layer.params[id]
        if isinstance(value, list):
            items = [str(len(value)), *(_scalar(id, v) for v in value)]
            yield f"{ARRAY_KEY - id}={','.join(items)}"
        else:
            yield f"{id}={_scalar(id, value)}"


def _scalar(id: int, value: RecordValue) -> str:
    match value:
        case int():
            return str(value)
        case float() if math.isfinite(value):
            return float_text(value)
        case float():
            raise ValueError(f"parameter {id} is {value}, which text cannot say")
        case str() if _QUOTABLE.fullmatch(value) and len(value.encode()) <= MAX_STRING_BYTES:
            return f'"{value}"'
        case _:
            raise ValueError(f"parameter {id} is {value!r}, which text cannot say")


def float_text(value: float) -> str:
    """
    Return the shortest decimal that reads back to the same float32; it has a point or an exponent.

    Positional, as `0.5`, unless `1e-10` is shorter or there are more digits than all versions of
    ncnn read exactly.
    """
    number = np.float32(value)
    scientific = np.format_float_scientific(number, unique=True, trim="-", exp_digits=1)
    positional = np.format_float_positional(number, unique=True, trim="0")
    integer, fraction = positional.lstrip("-").split(".")
    exact = len(integer) <= MAX_INTEGER_DIGITS and len(fraction) <= MAX_FRACTION_DIGITS
    return positional if exact and len(positional) <= len(scientific) + 1 else scientific
