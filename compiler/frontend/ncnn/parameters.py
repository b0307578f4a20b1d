"""Convert a layer's numbered parameters to named ones, as declared by the layer's spec."""

from __future__ import annotations

import struct

from ....dialects.ncnn.layer import LayerSpec, Param, ParamKind, ParamValue
from ....runtime.errors import shortened
from ...format.records import LayerRecord, ModelRecord, RecordValue

_EXPECTED: dict[ParamKind, str] = {
    "int": "an integer",
    "float": "a number",
    "ints": "an array of integers",
    "floats": "an array of numbers",
    "string": "a string",
}


def fill_parameters(
    spec: LayerSpec, layer: LayerRecord, model: ModelRecord
) -> dict[str, ParamValue]:
    """
    Return every parameter of the spec by name, filling in defaults.

    Integers are converted to floats, element by element. Keys unknown to the spec are ignored, as
    in ncnn. An array in place of an integer stands for `number_left_over`.

    Raises: ModelError for a value of another kind (ncnn silently uses the default), except a float
    that is equal to the default.
    """
    given: dict[str, ParamValue] = {}
    for param in spec.params:
        if param.id in layer.params:
            value = converted(layer.params[param.id], param)
            if value is None and param.kind == "int":
                value = number_left_over(layer, param.id, model)
            if value is None:
                raise model.error(layer, *_mismatch(param, layer.params[param.id]))
            given[param.name] = value
    return spec.completed(given)


def number_left_over(layer: LayerRecord, id: int, model: ModelRecord) -> int | None:
    """
    Return the integer that ncnn reads if a layer has an array in its place: the last one of an
    earlier layer under this id, since reading an array does not overwrite it. None if the value is
    no array or no earlier layer has a number.

    Converted files of mediapipe's hand models have `-23300=2,2,3` for a Squeeze.
    Source: ncnn, paramdict.cpp, `ParamDict::clear` and `ParamDict::get`.
    """
    if not isinstance(layer.params[id], list):
        return None
    before: list[LayerRecord] = []
    for other in (model.whole or model).layers:
        if (other.line, other.offset) == (layer.line, layer.offset):
            break
        before.append(other)
    for earlier in reversed(before):
        found = earlier.params.get(id)
        if isinstance(found, int):
            return found
        if isinstance(found, float):
            return _bits_of_float(found)
    return None


def converted(value: RecordValue, param: Param) -> ParamValue | None:
    """Return `value` in a parameter's type; None if it is of another kind."""
    match param.kind, value:
        case "int", int():
            return value
        case "int", float() if value == param.default:
            return int(value)
        case "float", int() | float():
            return float(value)
        case "ints", list() if all(isinstance(v, int) for v in value):
            return [int(v) for v in value]
        case "floats", list() if param.integers_are_bits:
            return [_float_of_bits(v) if isinstance(v, int) else v for v in value]
        case "floats", list():
            return [float(v) for v in value]
        case "string", str():
            return value
        case _:
            return None


def _float_of_bits(bits: int) -> float:
    """Return the float32 with these bits."""
    return struct.unpack("<f", struct.pack("<i", bits))[0]


def _bits_of_float(value: float) -> int:
    """Return the bits of a float32 as an int32."""
    return struct.unpack("<i", struct.pack("<f", value))[0]


def _mismatch(param: Param, value: RecordValue) -> tuple[str, str | None]:
    shown = shortened(f"'{value}'" if isinstance(value, str) else f"{value}")
    reason = f"parameter {param.id} ({param.name}) is {shown}, not {_EXPECTED[param.kind]}"
    if param.kind in ("ints", "floats") and isinstance(value, int | float):
        return reason, f"an array of one element is written {param.id}={value},"
    if param.kind == "string" and not isinstance(value, str):
        return reason, f'put it in quotes: {param.id}="{value}"'
    return reason, None
