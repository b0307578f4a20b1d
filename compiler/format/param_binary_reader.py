"""Parse the binary form of a model, `.param.bin`, to records."""

from __future__ import annotations

import math
import struct
from typing import NoReturn

from ...dialects.ncnn import layer_spec
from ..diagnostics import ModelError
from .layer_types import MAX_TYPE_INDEX, type_of_index
from .records import (
    ARRAY_KEY,
    MAGIC,
    MAX_BLOBS,
    MAX_BLOBS_OF_LAYER,
    MAX_LAYERS,
    MAX_PARAMETER_ID,
    MAX_STRING_BYTES,
    LayerRecord,
    ModelRecord,
    RecordValue,
    check_file_size,
)
from .weights import padding

INT, FLOAT = struct.Struct("<i"), struct.Struct("<f")
"""The words of the form."""
START = INT.pack(MAGIC)
END_OF_PARAMETERS = -233
"""Key that ends the parameters of a layer."""
STRING_KEY = -23400
"""The key of a string is this minus the parameter's id; it is padded to whole words."""


def read_param_binary(data: bytes, file: str = "<param>") -> ModelRecord:
    """
    Parse the binary form: little-endian 32-bit words, no names.

    Blobs are named by their index, layers `layer<N>` from 0. A word of a parameter is an int or a
    float, which only the layer's spec tells; without a spec it is an int.

    Raises: ModelError at the byte offset of the first mistake.
    """
    check_file_size(data, file, offset=0)
    return _Reader(data, file).model()


class _Reader:
    """A cursor over the words of the file."""

    def __init__(self, data: bytes, file: str):
        self.data = data
        self.file = file
        self.position = 0

    def fail(self, reason: str, offset: int) -> NoReturn:
        raise ModelError(reason, file=self.file, offset=offset)

    def word(self, what: str) -> int:
        if self.position + INT.size > len(self.data):
            self.fail(f"the file ends before {what}", self.position)
        (value,) = INT.unpack_from(self.data, self.position)
        self.position += INT.size
        return value

    def bounded(self, what: str, low: int, high: int) -> int:
        offset = self.position
        value = self.word(what)
        if not low <= value <= high:
            self.fail(f"{what} {value} is not in {low}..{high}", offset)
        return value

    def model(self) -> ModelRecord:
        if not self.data.startswith(START):
            self.fail(f"the file does not start with the magic number {MAGIC}", 0)
        self.position = len(START)
        layer_count = self.bounded("the layer count", 1, MAX_LAYERS)
        blob_count = self.bounded("the blob count", 1, MAX_BLOBS)
        layers = tuple(self.layer(i, blob_count) for i in range(layer_count))
        if self.position < len(self.data):
            extra = len(self.data) - self.position
            self.fail(f"{extra} bytes follow the last of {layer_count} layers", self.position)
        return ModelRecord(layers, blob_count, self.file)

    def layer(self, index: int, blob_count: int) -> LayerRecord:
        start = self.position
        type_index = self.bounded(f"the type of layer {index}", 0, MAX_TYPE_INDEX)
        type = type_of_index(type_index)
        if type is None:
            self.fail(f"layer {index} has unknown type index {type_index}", start)
        bottom_count = self.bounded(f"the input count of layer {index}", 0, MAX_BLOBS_OF_LAYER)
        most_tops = min(blob_count, MAX_BLOBS_OF_LAYER)
        top_count = self.bounded(f"the output count of layer {index}", 0, most_tops)
        blobs = [
            str(self.bounded(f"a blob of layer {index}", 0, blob_count - 1))
            for _ in range(bottom_count + top_count)
        ]
        params = self.parameters(index, type)
        bottoms, tops = tuple(blobs[:bottom_count]), tuple(blobs[bottom_count:])
        return LayerRecord(type, f"layer{index}", bottoms, tops, params, None, start)

    def parameters(self, index: int, type: str) -> dict[int, RecordValue]:
        spec = layer_spec(type)
        floats = {p.id for p in spec.params if p.kind.startswith("float")} if spec else set[int]()
        params: dict[int, RecordValue] = {}
        while True:
            offset = self.position
            key = self.word(f"the end of the parameters of layer {index}")
            if key == END_OF_PARAMETERS:
                return params
            base = next((b for b in (STRING_KEY, ARRAY_KEY) if key <= b), None)
            number = key if base is None else base - key
            if not 0 <= number <= MAX_PARAMETER_ID:
                self.fail(f"parameter id {number} is not in 0..{MAX_PARAMETER_ID}", offset)
            params[number] = self.value(number, base, number in floats)

    def value(self, number: int, base: int | None, is_float: bool) -> RecordValue:
        what = f"the value of parameter {number}"
        if base is None:
            return self.scalar(what, is_float)
        length = self.bounded(f"the length of parameter {number}", 0, len(self.data))
        if base == ARRAY_KEY:
            return [self.scalar(what, is_float) for _ in range(length)]
        offset = self.position
        padded = length + padding(length)
        if length > MAX_STRING_BYTES or offset + padded > len(self.data):
            self.fail(f"string parameter {number} of {length} bytes is too long", offset)
        self.position += padded
        try:
            return self.data[offset : offset + length].decode("utf-8")
        except UnicodeDecodeError:
            self.fail(f"string parameter {number} is not UTF-8", offset)

    def scalar(self, what: str, is_float: bool) -> int | float:
        offset = self.position
        word = self.word(what)
        if not is_float:
            return word
        (value,) = FLOAT.unpack_from(self.data, offset)
        if not math.isfinite(value):
            self.fail(f"{what} is {value}", offset)
        return value
