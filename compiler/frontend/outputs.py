"""The part of a model that the blobs asked for need, and its arrays among those of the file."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from ...dialects.ncnn import layer_spec
from ...dialects.ncnn.base import Shape, ShapeError
from ...dialects.ncnn.layer import LayerSpec, Weight
from ..diagnostics import ModelError, unknown_name
from ..format.records import SHAPE_HINT, LayerRecord, ModelRecord
from ..format.weights import StoredArray, WeightSource
from ..format.weights_reader import WeightsReader
from .data_layers import INPUT, MEMORY_DATA, array_of_memory_data, declared_shape
from .graph_checks import check_graph, place_of_layer
from .parameters import fill_parameters
from .stored_arrays import read_array, read_bytes

DATA_LAYERS: dict[str, LayerSpec] = {spec.type: spec for spec in (INPUT, MEMORY_DATA)}


def cut_to_outputs(record: ModelRecord, outputs: Sequence[str]) -> ModelRecord:
    """
    The layers that some blobs need, in file order, of inputs only those; without outputs all.

    What the others are does not matter, but that every blob is made before it is read.

    Raises: UsageError for an output that is no blob; ModelError as `check_graph`.
    """
    if not outputs:
        return record
    blobs = list(dict.fromkeys(top for layer in record.layers for top in layer.tops))
    made = set(blobs)
    for name in outputs:
        if name not in made:
            raise unknown_name("blob", name, blobs)
    check_graph(record)
    needed = set(outputs)
    layers: list[LayerRecord] = []
    for layer in reversed(record.layers):
        if needed.isdisjoint(layer.tops):
            continue
        needed.update(layer.bottoms)
        layers.append(layer if layer.bottoms else _with_tops(layer, needed))
    return replace(record, layers=tuple(layers[::-1]), outputs=tuple(outputs), whole=record)


def _with_tops(layer: LayerRecord, needed: set[str]) -> LayerRecord:
    """An Input with those of its blobs that are needed, and with their part of its shape hint."""
    kept = [index for index, top in enumerate(layer.tops) if top in needed]
    if len(kept) == len(layer.tops):
        return layer
    params, hint = dict(layer.params), layer.params.get(SHAPE_HINT)
    if isinstance(hint, list) and hint:
        length = len(hint) // len(layer.tops)
        params[SHAPE_HINT] = [v for i in kept for v in hint[i * length : (i + 1) * length]]
    return replace(layer, tops=tuple(layer.tops[i] for i in kept), params=params)


def weights_of_part(record: ModelRecord, weights: WeightSource) -> WeightSource:
    """The arrays of a model, passing over those of layers that are left out if it is a part."""
    if record.whole is None or not isinstance(weights, WeightsReader):
        return weights  # what is no file does not have them in an order
    return _PartOfWeights(record, record.whole, weights)


class _PartOfWeights:
    """
    Arrays of a part of a model, from the file of all: what comes before an array is passed over
    when this one is read, and only its storage tags are looked at.
    """

    def __init__(self, part: ModelRecord, whole: ModelRecord, reader: WeightsReader):
        self.model = whole
        self.reader = reader
        self.kept = {id(layer) for layer in part.layers}
        self.ahead = deque(whole.layers)
        """The layer that was read last, and all behind it."""
        self.obstacle: LayerRecord | None = None
        """The first layer passed over of which it is unknown how much it has stored."""

    def read(
        self, shape: tuple[int, ...], tagged: bool, layer: LayerRecord, name: str
    ) -> StoredArray:
        """
        The next array of a layer that is kept.

        Raises: ModelError as the reader does; also if nobody knows where it begins.
        """
        while self.ahead[0] is not layer:
            self.pass_over(self.ahead.popleft())
        if self.obstacle is not None:
            reason = (
                f"where its array '{name}' begins in the .bin is unknown, "
                f"for {place_of_layer(self.obstacle)} of type {self.obstacle.type} comes before it"
            )
            raise self.model.error(layer, reason)
        return self.reader.read(shape, tagged, layer, name)

    def pass_over(self, layer: LayerRecord) -> None:
        """Go to the arrays of the next layer, unless those of this one were read."""
        if id(layer) in self.kept or self.obstacle is not None:
            return
        arrays = _stored_arrays(layer, self.model)
        if arrays is None:
            self.obstacle = layer
            return
        for weight, shape, is_packed in arrays:
            read = read_bytes if is_packed else read_array
            read(self.reader, shape, layer, weight)

    def finish(self) -> None:
        """Raises: ModelError if bytes are left over, or missing, as far as that is known."""
        for layer in self.ahead:
            self.pass_over(layer)
        if self.obstacle is None:
            self.reader.finish()


def _stored_arrays(
    layer: LayerRecord, model: ModelRecord
) -> list[tuple[Weight, Shape, bool]] | None:
    """The arrays that a layer stores, of which shape, and if packed; None if nobody can tell."""
    spec = DATA_LAYERS.get(layer.type) or layer_spec(layer.type)
    if spec is None:
        return None
    try:
        params = fill_parameters(spec, layer, model)
        weights = [weight for weight in spec.weights if weight.present(params)]
        if spec is MEMORY_DATA:
            weights = [array_of_memory_data(declared_shape(params) or (), params)]
        arrays = [(weight, weight.shape(params), weight.packed(params)) for weight in weights]
    except (ModelError, ShapeError):
        return None
    return arrays if all(min(shape, default=0) > 0 for _, shape, _ in arrays) else None
