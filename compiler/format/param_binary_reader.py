"""The binary form of a model, `.param.bin`, to records."""

from __future__ import annotations

import math
import struct
from typing import NoReturn

from ...dialects.ncnn import layer_spec
from ..diagnostics import ModelError
from .layer_types import CUSTOM_LAYER_BIT, LAYER_TYPES
from .records import (
    MAX_BLOBS,
    MAX_BLOBS_OF_LAYER,
    MAX_FILE_BYTES,
    MAX_LAYERS,
    MAX_PARAMETER_ID,
    LayerRecord,
    ModelRecord,
    RecordValue,
)

MAGIC = struct.pack("<i", 7767517)
END_OF_PARAMETERS = -233
OLD_ARRAY = -23300
STRING = -23400
MAX_STRING_BYTES = 255


def read_param_binary(data: bytes, file: str = "<param>") -> ModelRecord:
    """
    Parse the binary form: little-endian 32-bit words, no names.

    Blobs are named by their index, layers `layer<N>` from 0. A word of a parameter is an int or a
    float, which only the layer's spec tells; without a spec it is an int.

    Raises: ModelError at the byte offset of the first mistake.
    """
    if len(data) > MAX_FILE_BYTES:
        raise ModelError(f"the file has {len(data)} bytes, more than 64 MiB", file=file, offset=0)
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
        if self.position + 4 > len(self.data):
            self.fail(f"the file ends before {what}", self.position)
        (value,) = struct.unpack_from("<i", self.data, self.position)
        self.position += 4
        return value

    def bounded(self, what: str, low: int, high: int) -> int:
        offset = self.position
        value = self.word(what)
        if not low <= value <= high:
            self.fail(f"{what} {value} is not in {low}..{high}", offset)
        return value

    def model(self) -> ModelRecord:
        if self.data[:4] != MAGIC:
            self.fail("the file does not start with the magic number 7767517", 0)
        self.position = 4
        layer_count = self.bounded("the layer count", 1, MAX_LAYERS)
        blob_count = self.bounded("the blob count", 1, MAX_BLOBS)
        layers = tuple(self.layer(i, blob_count) for i in range(layer_count))
        if self.position < len(self.data):
            extra = len(self.data) - self.position
            self.fail(f"{extra} bytes follow the last of {layer_count} layers", self.position)
        return ModelRecord(layers, blob_count, self.file)

    def layer(self, index: int, blob_count: int) -> LayerRecord:
        start = self.position
        type_index = self.bounded(f"the type of layer {index}", 0, 2 * CUSTOM_LAYER_BIT - 1)
        if type_index < len(LAYER_TYPES):
            type = LAYER_TYPES[type_index]
        elif type_index & CUSTOM_LAYER_BIT:
            type = f"custom{type_index - CUSTOM_LAYER_BIT}"
        else:
            self.fail(f"layer {index} has unknown type index {type_index}", start)
        most = min(blob_count, MAX_BLOBS_OF_LAYER)
        bottom_count = self.bounded(f"the input count of layer {index}", 0, most)
        top_count = self.bounded(f"the output count of layer {index}", 0, most)
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
            base = next((b for b in (STRING, OLD_ARRAY) if key <= b), None)
            number = key if base is None else base - key
            if not 0 <= number <= MAX_PARAMETER_ID:
                self.fail(f"parameter id {number} is not in 0..{MAX_PARAMETER_ID}", offset)
            params[number] = self.value(number, base, number in floats)

    def value(self, number: int, base: int | None, is_float: bool) -> RecordValue:
        what = f"the value of parameter {number}"
        if base is None:
            return self.scalar(what, is_float)
        length = self.bounded(f"the length of parameter {number}", 0, len(self.data))
        if base == OLD_ARRAY:
            return [self.scalar(what, is_float) for _ in range(length)]
        offset = self.position
        padded = (length + 3) // 4 * 4
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
        (value,) = struct.unpack_from("<f", self.data, offset)
        if not math.isfinite(value):
            self.fail(f"{what} is {value}", offset)
        return value
