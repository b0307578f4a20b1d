"""Cut a model to the part between some blobs, and find its arrays in the file."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ....dialects.ncnn.errors import ShapeError
from ....dialects.ncnn.layer import LayerSpec, Weight
from ....dialects.ncnn.shapes import Shape
from ....dialects.unique_names import UniqueNames
from ....runtime.suggestions import nearest
from ...diagnostics import ModelError, unknown_name
from ...format.records import SHAPE_HINT, LayerRecord, ModelRecord
from ...format.weights import StoredArray, WeightSource
from ...format.weights_reader import WeightsReader
from .blob_names import in_order_of_numbers, unread_blobs
from .data_layers import INPUT, MEMORY_DATA, array_of_memory_data, declared_shape
from .graph_checks import check_graph, place_of_layer
from .leftovers import without_leftovers
from .parameters import fill_parameters
from .raw_layers import spec_of_layer
from .stored_arrays import read_array, read_bytes

DATA_LAYERS: dict[str, LayerSpec] = {spec.type: spec for spec in (INPUT, MEMORY_DATA)}


def cut_model(
    record: ModelRecord, inputs: Iterable[str] = (), outputs: Sequence[str] = ()
) -> ModelRecord:
    """
    Keep the layers between some blobs, in file order.

    `outputs` are the blobs to compute (default: those that no layer reads). Each inner blob in
    `inputs` gets an Input in place of its producer. Layers and Inputs that the outputs do not need
    are removed. Layers may have any type, but every blob must be produced before its use. Constants
    that only give a type (`without_leftovers`) are removed, too.

    Raises: UsageError for an input or output that is no blob; ModelError as `check_graph`.
    """
    record = without_leftovers(record)
    blobs = list(dict.fromkeys(top for layer in record.layers for top in layer.tops))
    check_names(record, blobs, inputs, outputs)
    makers = {top: layer for layer in record.layers for top in layer.tops}
    inner = [name for name in inputs if makers[name].type != INPUT.type]
    if not inner and not outputs:
        return record
    check_graph(record)
    wanted = tuple(outputs) or tuple(in_order_of_numbers(unread_blobs(record.layers)))
    layers = _layers_between(record.layers, inner, wanted)
    return replace(record, layers=layers, inputs=tuple(inner), outputs=wanted, whole=record)


def check_names(
    record: ModelRecord, blobs: Sequence[str], inputs: Iterable[str], outputs: Iterable[str]
) -> None:
    """Check names. Raises: UsageError for an input or output that is no blob."""
    made = set(blobs)
    for name in inputs:
        if name not in made:
            known = [
                top for layer in record.layers if layer.type == INPUT.type for top in layer.tops
            ]
            is_inner = nearest(name, known) is None and nearest(name, blobs) is not None
            raise unknown_name("input", name, blobs if is_inner else known)
    for name in outputs:
        if name not in made:
            raise unknown_name("blob", name, blobs)


def _layers_between(
    layers: Sequence[LayerRecord], inner: Sequence[str], outputs: Sequence[str]
) -> tuple[LayerRecord, ...]:
    """
    Return the layers that outputs need, with an Input for each given inner blob that they read.
    """
    names = UniqueNames(".", (top for layer in layers for top in layer.tops))
    given = set(inner)
    needed = set(outputs)
    kept: list[LayerRecord] = []
    for layer in reversed(layers):
        if needed.isdisjoint(layer.tops):
            continue
        replaced = [top for top in layer.tops if top in given and top in needed]
        if not needed.isdisjoint(set(layer.tops) - given):
            needed.update(layer.bottoms)
            tops = tuple(names.take(top) if top in given else top for top in layer.tops)
            is_input = layer.type == INPUT.type
            kept.append(_with_tops(layer, needed) if is_input else replace(layer, tops=tops))
        kept += [_input_for(top, layer) for top in reversed(replaced)]
    return tuple(kept[::-1])


def _input_for(blob: str, maker: LayerRecord) -> LayerRecord:
    """Return an Input without a shape in place of a blob's producer."""
    return LayerRecord(INPUT.type, blob, (), (blob,), {}, maker.line, maker.offset)


def _with_tops(layer: LayerRecord, needed: set[str]) -> LayerRecord:
    """Return an Input reduced to its needed blobs and their part of the shape hint."""
    kept = [index for index, top in enumerate(layer.tops) if top in needed]
    if len(kept) == len(layer.tops):
        return layer
    params, hint = dict(layer.params), layer.params.get(SHAPE_HINT)
    if isinstance(hint, list) and hint:
        length = len(hint) // len(layer.tops)
        params[SHAPE_HINT] = [v for i in kept for v in hint[i * length : (i + 1) * length]]
    return replace(layer, tops=tuple(layer.tops[i] for i in kept), params=params)


def weights_of_part(record: ModelRecord, weights: WeightSource) -> WeightSource:
    """Return the arrays of a model; for a part, skip the arrays of removed layers."""
    if record.whole is None or not isinstance(weights, WeightsReader):
        return weights  # sources other than files have no order
    return _PartOfWeights(record, record.whole, weights)


class _PartOfWeights:
    """Arrays of a part of a model; those between are skipped by their storage tags."""

    def __init__(self, part: ModelRecord, whole: ModelRecord, reader: WeightsReader):
        self.model = whole
        self.reader = reader
        self.kept = {_place(layer) for layer in part.layers}
        self.ahead = deque(whole.layers)
        """The layer read last, and all after it."""
        self.obstacle: LayerRecord | None = None
        """The first skipped layer with an unknown number of weights."""

    def read(
        self, shape: tuple[int, ...], tagged: bool, layer: LayerRecord, name: str
    ) -> StoredArray:
        """Read the next array of a kept layer. Raises: ModelError, also for an unknown offset."""
        while _place(self.ahead[0]) != _place(layer):
            self.pass_over(self.ahead.popleft())
        if self.obstacle is not None:
            reason = (
                f"where its array '{name}' begins in the .bin is unknown, "
                f"for {place_of_layer(self.obstacle)} of type {self.obstacle.type} comes before it"
            )
            raise self.model.error(layer, reason)
        return self.reader.read(shape, tagged, layer, name)

    def pass_over(self, layer: LayerRecord) -> None:
        """Skip the arrays of a layer unless they were read."""
        if _place(layer) in self.kept or self.obstacle is not None:
            return
        if not pass_over_arrays(self.reader, layer, self.model):
            self.obstacle = layer

    def finish(self) -> None:
        """Check the end. Raises: ModelError if bytes are left over or missing, as far as known."""
        for layer in self.ahead:
            self.pass_over(layer)
        if self.obstacle is None:
            self.reader.finish()


def pass_over_arrays(weights: WeightSource, layer: LayerRecord, model: ModelRecord) -> bool:
    """Read and discard the arrays of a layer; return False if its stored arrays are unknown."""
    arrays = _stored_arrays(layer, model)
    for weight, shape, is_packed in arrays or ():
        read = read_bytes if is_packed else read_array
        read(weights, shape, layer, weight)
    return arrays is not None


def stores_arrays(record: ModelRecord) -> bool:
    """Return whether any layer of a model has arrays in the `.bin`, as far as known."""
    return any(_stored_arrays(layer, record) for layer in record.layers)


def _place(layer: LayerRecord) -> tuple[str, int | None, int | None]:
    """Return the type and place of a layer; an Input that replaces a layer differs in type."""
    return layer.type, layer.line, layer.offset


def _stored_arrays(
    layer: LayerRecord, model: ModelRecord
) -> list[tuple[Weight, Shape, bool]] | None:
    """
    Return the arrays that a layer stores, with their shapes and whether packed; None if unknown.
    """
    spec = DATA_LAYERS.get(layer.type) or spec_of_layer(layer)
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
