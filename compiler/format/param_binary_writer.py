"""Write the binary form of a model, `.param.bin`."""

from __future__ import annotations

import struct

from .layer_types import index_of_type
from .param_binary_reader import END_OF_PARAMETERS, FLOAT, INT, START, STRING_KEY
from .records import ARRAY_KEY, LayerRecord, ModelRecord, RecordValue, layer_error
from .weights import padding


def param_binary(model: ModelRecord) -> bytes:
    """Write little-endian words, blobs by number. Raises: ModelError for a type without number."""
    numbers: dict[str, int] = {}
    for layer in model.layers:
        for blob in (*layer.bottoms, *layer.tops):
            numbers.setdefault(blob, len(numbers))
    head = START + _ints(len(model.layers), model.blob_count)
    return head + b"".join(_layer(model.file, layer, numbers) for layer in model.layers)


def _layer(file: str, layer: LayerRecord, numbers: dict[str, int]) -> bytes:
    blobs = [numbers[blob] for blob in (*layer.bottoms, *layer.tops)]
    words = [_type_index(file, layer), len(layer.bottoms), len(layer.tops), *blobs]
    params = [_parameter(id, layer.params[id]) for id in sorted(layer.params)]
    return _ints(*words) + b"".join(params) + _ints(END_OF_PARAMETERS)


def _type_index(file: str, layer: LayerRecord) -> int:
    index = index_of_type(layer.type)
    if index is None:
        raise layer_error(file, layer, "its type has no number in the binary form", "write text")
    return index


def _parameter(id: int, value: RecordValue) -> bytes:
    if isinstance(value, list):
        return _ints(ARRAY_KEY - id, len(value)) + b"".join(map(_word, value))
    if isinstance(value, str):
        data = value.encode()
        return _ints(STRING_KEY - id, len(data)) + data + bytes(padding(len(data)))
    return _ints(id) + _word(value)


def _word(value: int | float) -> bytes:
    return (FLOAT if isinstance(value, float) else INT).pack(value)


def _ints(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}i", *values)
