"""A network as a list of layers with their weights, and its `.param` and `.bin`."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from ncnnc.compiler.format.records import LayerRecord, ModelRecord
from ncnnc.compiler.frontend.ncnn.data_layers import INPUT, MEMORY_DATA
from ncnnc.compiler.frontend.ncnn.parameters import fill_parameters
from ncnnc.dialects.ncnn import LAYER_OPS
from ncnnc.dialects.ncnn.layer import LayerSpec, ParamValue, Weight

ParamNumber = int | float
Value = ParamNumber | str | tuple[ParamNumber, ...]

MAGIC = 7767517
ARRAY_KEY = -23300
FP32_TAG = struct.pack("<I", 0)
SPECS: dict[str, LayerSpec] = {
    "Input": INPUT,
    "MemoryData": MEMORY_DATA,
    "Split": LayerSpec("Split"),
}
"""The specs of layers that have no op."""


EXTENT_IDS = {1: (0,), 2: (0, 1), 3: (0, 1, 2), 4: (0, 1, 11, 2)}
"""Ids of the extents of an Input or MemoryData, innermost first, by rank."""


def extent_params(shape: Sequence[int]) -> dict[int, Value]:
    """The parameters that give an Input, MemoryData or Reshape this shape."""
    return dict(zip(EXTENT_IDS[len(shape)], reversed(shape), strict=True))


@dataclass(frozen=True)
class Layer:
    """One layer: parameters by number, weights by the names that its spec gives them."""

    type: str
    name: str
    bottoms: tuple[str, ...]
    tops: tuple[str, ...]
    params: Mapping[int, Value] = field(default_factory=dict)
    weights: Mapping[str, np.ndarray] = field(default_factory=dict)

    @property
    def spec(self) -> LayerSpec:
        """Return the spec of the layer type."""
        op = LAYER_OPS.get(self.type)
        if op is None or op.LAYER is None:
            return SPECS[self.type]
        return op.LAYER

    def record(self) -> LayerRecord:
        """The layer as the importer's reader would give it."""
        params = {k: list(v) if isinstance(v, tuple) else v for k, v in self.params.items()}
        return LayerRecord(self.type, self.name, self.bottoms, self.tops, params, 1)

    def named_params(self) -> dict[str, ParamValue]:
        """All parameters of the spec by name, defaults filled in."""
        return fill_parameters(self.spec, self.record(), ModelRecord((), 0, "generated"))

    def stored_weights(self) -> list[Weight]:
        """The arrays that the layer has in the `.bin`, in order."""
        if self.type == "MemoryData":
            tagged = self.params.get(21, 1) == 0
            return [Weight("data", lambda _: self.weights["data"].shape, tagged)]
        params = self.named_params()
        return [weight for weight in self.spec.weights if weight.present(params)]


@dataclass(frozen=True)
class Network:
    """
    Layers in topological order; a blob that no layer reads is an output.

    Several layers may read a blob, ncnn's own way (a Split between) is put in when the text is
    made. The blobs of `also_outputs` are outputs besides: that Split has one more, unread top,
    `<blob>.out`. With `shared` no Split is put in, which only our importer understands.
    """

    layers: tuple[Layer, ...]
    inputs: Mapping[str, np.ndarray]
    """Input arrays: the network is well conditioned for them."""
    also_outputs: frozenset[str] = frozenset()
    shared: bool = False

    def split(self) -> tuple[Layer, ...]:
        """The layers as they go to the file."""
        if self.shared and not self.also_outputs:
            return self.layers
        return insert_splits(self.layers, self.also_outputs)

    def without_sharing(self) -> Network:
        """The network as ncnn can run it."""
        return replace(self, shared=False)

    def without_input_shapes(self) -> Network:
        """The network as a file that leaves the shapes of its inputs open."""
        layers = (replace(x, params={}) if x.type == "Input" else x for x in self.layers)
        return replace(self, layers=tuple(layers))

    @property
    def outputs(self) -> tuple[str, ...]:
        """Names of the outputs, in the order in which they are made."""
        layers = self.split()
        read = {blob for layer in layers for blob in layer.bottoms}
        return tuple(blob for layer in layers for blob in layer.tops if blob not in read)

    def param_text(self) -> str:
        """The `.param`."""
        return param_text(self.split())

    def weight_bytes(self) -> bytes:
        """The `.bin`."""
        return b"".join(weight_chunks(self.layers))


def insert_splits(layers: Sequence[Layer], also_outputs: Collection[str] = ()) -> tuple[Layer, ...]:
    """The layers with a Split after every blob that has several readers, the outside being one."""
    readers = Counter(blob for layer in layers for blob in layer.bottoms)
    copies: dict[str, list[str]] = {}
    result: list[Layer] = []
    for layer in layers:
        bottoms = tuple(copies[blob].pop(0) if blob in copies else blob for blob in layer.bottoms)
        result.append(replace(layer, bottoms=bottoms))
        for blob in layer.tops:
            kept = blob in also_outputs and readers[blob] > 0
            if readers[blob] + kept < 2:
                continue
            tops = [f"{blob}.copy{i}" for i in range(readers[blob])]
            outside = [f"{blob}.out"] if kept else []
            result.append(Layer("Split", f"split.{blob}", (blob,), (*outside, *tops)))
            copies[blob] = tops
    return tuple(result)


def param_text(layers: Sequence[Layer]) -> str:
    """The text form of the layers, which must have no shared blobs."""
    blobs = {blob for layer in layers for blob in (*layer.bottoms, *layer.tops)}
    return "\n".join([str(MAGIC), f"{len(layers)} {len(blobs)}", *map(layer_line, layers), ""])


def layer_line(layer: Layer) -> str:
    """One line of a `.param`."""
    counts = f"{len(layer.bottoms)} {len(layer.tops)}"
    params = [_parameter(key, value) for key, value in layer.params.items()]
    head = f"{layer.type:<20} {layer.name:<12} {counts}"
    return " ".join([head, *layer.bottoms, *layer.tops, *params])


def _parameter(key: int, value: Value) -> str:
    if isinstance(value, tuple):
        return f"{ARRAY_KEY - key}={','.join([str(len(value)), *map(number_text, value)])}"
    return (
        f"{key}={value!r}".replace("'", '"')
        if isinstance(value, str)
        else (f"{key}={number_text(value)}")
    )


def number_text(value: ParamNumber) -> str:
    """An int, or the shortest float that reads back to the same float32, with an exponent."""
    if isinstance(value, int):
        return str(value)
    return np.format_float_scientific(np.float32(value), unique=True, trim="0")


def weight_chunks(layers: Sequence[Layer]) -> list[bytes]:
    """The arrays of the layers as the `.bin` has them."""
    chunks: list[bytes] = []
    for layer in layers:
        for weight in layer.stored_weights():
            array = np.ascontiguousarray(layer.weights[weight.name], np.float32)
            chunks.append((FP32_TAG if weight.tagged else b"") + array.tobytes())
    return chunks
