"""Create the program's own layers in a network, and read their arrays."""

from __future__ import annotations

import mmap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...compiler.format.layer_types import CUSTOM_LAYER_BIT, LAYER_TYPES, index_of_type
from ...compiler.format.records import LayerRecord, ModelRecord, layer_error
from ...compiler.format.weights import TAG, StoredArray
from ..paramdict import ParamDict
from .datareader import DataReader, DataReaderFromEmpty
from .layer import Creator, Destroyer, Layer

if TYPE_CHECKING:
    from .graph import Graph

MOST_TYPES = 1 << 16
"""Largest number of the program's own types."""


@dataclass(frozen=True)
class Registration:
    """The functions that create and destroy the layers of a type."""

    creator: Creator
    destroyer: Destroyer | None


@dataclass(frozen=True)
class LoadedLayer:
    """A created layer and its registration."""

    layer: Layer
    slot: int
    registration: Registration


class CustomLayers:
    """The types registered with a network, and the layers created from them."""

    def __init__(self) -> None:
        self._types: dict[int, Registration] = {}
        """
        Registrations by type index: ncnn's index, or `CUSTOM_LAYER_BIT` plus the order of
        registration.
        """
        self._names: dict[str, int] = {}
        self.layers: dict[int, LoadedLayer] = {}
        """Layers by index in the file."""

    def register(self, type: str | int, creator: Creator, destroyer: Destroyer | None) -> str:
        """Register a type, and return the reason of a refusal, or an empty text."""
        number = self._number(type) if isinstance(type, str) else int(type)
        own = number - CUSTOM_LAYER_BIT
        if not (0 <= number < len(LAYER_TYPES) or 0 <= own < MOST_TYPES):
            return f"no layer type can have the index {number}"
        self._types[number] = Registration(creator, destroyer)
        return ""

    def _number(self, name: str) -> int:
        """Return the index of a type by name, a new index for a new name."""
        number = self._known_number(name)
        if number is None:
            own = [n for n in (*self._types, *self._names.values()) if n >= CUSTOM_LAYER_BIT]
            number = self._names[name] = 1 + max(own, default=CUSTOM_LAYER_BIT - 1)
        return number

    def _known_number(self, name: str) -> int | None:
        """Return the index of a type of ncnn or of a registered type."""
        return self._names.get(name, index_of_type(name))

    def create(self, graph: Graph) -> None:
        """Create the layers of registered types. Raises: ModelError."""
        for at, record in enumerate(graph.record.layers):
            number = self._known_number(record.type)
            registration = None if number is None else self._types.get(number)
            if number is not None and registration is not None:
                self._create_layer(graph, at, number, registration)
        graph.custom = frozenset(self.layers)
        require_known_types(graph)

    def _create_layer(self, graph: Graph, at: int, number: int, registration: Registration) -> None:
        record = graph.record.layers[at]
        layer = registration.creator()
        if layer is None:
            raise graph.record.error(record, "its creator returned None")
        graph.describe(layer, at).typeindex = number
        self.layers[at] = LoadedLayer(layer, number, registration)
        code = layer.load_param(ParamDict.of(record.params))
        if code != 0:
            raise graph.record.error(record, f"load_param() returned {code!r}")

    def destroy(self, opt: Any) -> None:
        """Destroy the layers' pipelines, and call their destroyers."""
        loaded, self.layers = self.layers, {}
        for one in loaded.values():
            one.layer.destroy_pipeline(opt)
            destroyer = self._types[one.slot].destroyer
            if destroyer is not None:
                destroyer(one.layer)

    def load_model(self, graph: Graph, weights: str | bytes | None, opt: Any) -> str | bytes:
        """
        Let layers read their arrays and prepare; return the weights of the other layers. None
        stands for zeros.

        Raises: ModelError for weights that are too short, or a layer that refuses.
        """
        reading = [at for at, one in self.layers.items() if reads_arrays(one.layer)]
        if weights is None:
            native: str | bytes = bytes(size_of_weights(graph.native_record()))
            for at in reading:
                self._read(graph, at, DataReaderFromEmpty())
        else:
            native = self._read_between(graph, weights, reading) if reading else weights
        for at, one in self.layers.items():
            code = one.layer.create_pipeline(opt)
            if code != 0:
                record = graph.record.layers[at]
                raise graph.record.error(record, f"create_pipeline() returned {code!r}")
        return native

    def _read(self, graph: Graph, at: int, reader: DataReader) -> None:
        from .modelbin import ModelBinFromDataReader

        code = self.layers[at].layer.load_model(ModelBinFromDataReader(reader))
        if code != 0:
            record = graph.record.layers[at]
            raise graph.record.error(record, f"load_model() returned {code!r}")

    def _read_between(self, graph: Graph, weights: str | bytes, reading: list[int]) -> bytes:
        """Return the weights without the arrays read by the program's layers."""
        from ...compiler.frontend.ncnn.cut import pass_over_arrays
        from ...compiler.frontend.ncnn.model_files import open_weights

        stream, others, begin = open_weights(weights), list[bytes](), 0
        for at, record in enumerate(graph.record.layers[: reading[-1] + 1]):
            if at not in self.layers:
                if not pass_over_arrays(stream, record, graph.record):
                    raise graph.record.error(record, "it is unknown which arrays it has stored")
            elif at in reading:
                others.append(stream.data[begin : stream.position])
                part = RestOfWeights(stream.data, stream.position)
                self._read(graph, at, part)
                begin = stream.position = part.position
        return b"".join([*others, stream.data[begin:]])


class RestOfWeights(DataReader):
    """The rest of a `.bin` from an offset on."""

    def __init__(self, data: bytes | mmap.mmap, position: int):
        self._data = data
        self.position = position

    def read(self, buf: memoryview, size: int) -> int:
        piece = self._data[self.position : self.position + size]
        buf[: len(piece)] = piece
        self.position += len(piece)
        return len(piece)


class ZeroWeights:
    """A source of zero weights, which counts the bytes of their `.bin`."""

    size = 0

    def read(
        self, shape: tuple[int, ...], tagged: bool, layer: LayerRecord, name: str
    ) -> StoredArray:
        """Return an array of zeros; its storage tag is 0, float32."""
        array = np.broadcast_to(np.float32(0), shape)
        self.size += tagged * TAG.size + array.size * array.itemsize
        return StoredArray(array.dtype, array)

    def finish(self) -> None:
        """Do nothing: there is no end to check."""


def size_of_weights(record: ModelRecord) -> int:
    """
    Return the size of a network's float32 `.bin` in bytes. Raises: ModelError if it is unknown.
    """
    from ...compiler.frontend.ncnn.cut import pass_over_arrays

    zeros = ZeroWeights()
    for layer in record.layers:
        if not pass_over_arrays(zeros, layer, record):
            raise record.error(layer, "it is unknown which arrays it stores")
    return zeros.size


def reads_arrays(layer: Layer) -> bool:
    """Return whether a layer overrides `load_model`."""
    return getattr(type(layer), "load_model", None) is not Layer.load_model


def require_known_types(graph: Graph) -> None:
    """Check types. Raises: ModelError at the first layer of an unknown, unregistered type."""
    for at, layer in enumerate(graph.record.layers):
        if at in graph.custom or layer.type in LAYER_TYPES:
            continue
        from ...compiler.frontend.ncnn.raw_layers import spec_of_layer

        if spec_of_layer(layer) is None:
            hint = "register_custom_layer() before load_param()"
            raise layer_error(
                graph.record.file, layer, "no layer of this type is known or registered", hint
            )
