"""Find inputs without a shape, and their shapes in files of the model's folder."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ....dialects.ncnn.shapes import Shape
from ...bundle.suggestions import Suggestion, suggested_shapes
from ...diagnostics import ModelError
from ...format.records import LayerRecord, ModelRecord
from ..ncnn.data_layers import EXTENTS, INPUT, declared_shape
from ..ncnn.parameters import fill_parameters

MissingShape = tuple[LayerRecord, str, str]
"""An Input layer, one of its blobs without a shape, and the error text."""


def inputs_without_shape(model: ModelRecord, known: Collection[str]) -> list[MissingShape]:
    """Return the inputs without a given or known shape, except those of invalid layers."""
    missing: list[MissingShape] = []
    for layer in model.layers:
        if layer.type != INPUT.type:
            continue
        try:
            shape = declared_shape(fill_parameters(INPUT, layer, model))
        except ModelError:
            continue  # reported when the layer is added
        if shape is not None:
            continue
        given = [f"{p.id}={layer.params[p.id]}" for p in EXTENTS if p.id in layer.params]
        sizes = f"has the sizes {' '.join(given)}, which are no shape"
        missing += [
            (layer, blob, sizes if given else "has no shape")
            for blob in layer.tops
            if blob not in known
        ]
    return missing


def shapes_beside(
    param: str | bytes, model: ModelRecord, known: Collection[str]
) -> dict[str, Suggestion]:
    """
    Return shapes of inputs found in files of the folder. Raises: ModelError if one is damaged.
    """
    missing = [blob for _, blob, _ in inputs_without_shape(model, known)]
    if not missing:
        return {}
    layers = (model.whole or model).layers
    inputs = [blob for layer in layers if layer.type == INPUT.type for blob in layer.tops]
    found = suggested_shapes(param, inputs)
    return {blob: found[blob] for blob in missing if blob in found}


def with_shapes_beside(
    param: str | bytes, model: ModelRecord, given: Mapping[str, Shape], caches: Collection[str]
) -> dict[str, Shape]:
    """Return the given shapes, and the others from files in the model's folder."""
    found = shapes_beside(param, model, {*given, *caches})
    return {**given, **{blob: suggestion.shape for blob, suggestion in found.items()}}
