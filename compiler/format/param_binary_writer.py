"""The binary form of a model, `.param.bin`."""

from __future__ import annotations

import re
import struct

from .layer_types import CUSTOM_LAYER_BIT, LAYER_TYPES
from .param_binary_reader import END_OF_PARAMETERS, MAGIC, OLD_ARRAY, STRING
from .records import LayerRecord, ModelRecord, RecordValue, layer_error

_TYPE_INDEX = {type: index for index, type in enumerate(LAYER_TYPES)}
_CUSTOM = re.compile(r"custom(\d{1,2}|1\d\d|2[0-4]\d|25[0-5])")


def param_binary(model: ModelRecord) -> bytes:
    """
    The binary form of a model: little-endian 32-bit words, blobs by number, layers without names.

    Raises: ModelError for a layer type that has no number.
    """
    numbers: dict[str, int] = {}
    for layer in model.layers:
        for blob in (*layer.bottoms, *layer.tops):
            numbers.setdefault(blob, len(numbers))
    head = MAGIC + struct.pack("<2i", len(model.layers), model.blob_count)
    return head + b"".join(_layer(model.file, layer, numbers) for layer in model.layers)


def _layer(file: str, layer: LayerRecord, numbers: dict[str, int]) -> bytes:
    blobs = [numbers[blob] for blob in (*layer.bottoms, *layer.tops)]
    words = [_type_index(file, layer), len(layer.bottoms), len(layer.tops), *blobs]
    params = [_parameter(id, layer.params[id]) for id in sorted(layer.params)]
    return _ints(*words) + b"".join(params) + _ints(END_OF_PARAMETERS)


def _type_index(file: str, layer: LayerRecord) -> int:
    if layer.type in _TYPE_INDEX:
        return _TYPE_INDEX[layer.type]
    if match := _CUSTOM.fullmatch(layer.type):
        return CUSTOM_LAYER_BIT | int(match[1])
    raise layer_error(file, layer, "its type has no number in the binary form", "write text")


def _parameter(id: int, value: RecordValue) -> bytes:
    if isinstance(value, list):
        return _ints(OLD_ARRAY - id, len(value)) + b"".join(map(_word, value))
    if isinstance(value, str):
        data = value.encode()
        return _ints(STRING - id, len(data)) + data + bytes(-len(data) % 4)
    return _ints(id) + _word(value)


def _word(value: int | float) -> bytes:
    return struct.pack("<f" if isinstance(value, float) else "<i", value)


def _ints(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}i", *values)
