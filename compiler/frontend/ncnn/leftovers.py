"""Treat constants that pnnx left as operators as arguments of the layers that read them."""

from __future__ import annotations

from dataclasses import replace

from ....dialects.contrib import find_layer
from ....dialects.contrib.layer import ContribLayer
from ....dialects.contrib.pnnx import IDENTITIES
from ...format.records import LayerRecord, ModelRecord

CONSTANTS = ("pnnx.Expression", "prim::Constant", "prim::ListConstruct")
"""Operators without a value in pnnx's file, if all their inputs are such operators."""


def without_leftovers(model: ModelRecord) -> ModelRecord:
    """
    Return a model without constants that only give a type, a device or a memory format.

    They are all inputs but the first of operators like `aten::to`. A constant with other readers
    stays, to be named in an error, and so does an output.
    """
    constants = constant_blobs(model)
    if not constants:
        return model
    layers = [without_arguments(layer, constants) for layer in model.layers]
    read_before = {blob for layer in model.layers for blob in layer.bottoms}
    while True:
        read = {blob for layer in layers for blob in layer.bottoms} | set(model.outputs)
        kept = [
            layer
            for layer in layers
            if not constants.issuperset(layer.tops)
            or not layer.tops
            or any(blob in read or blob not in read_before for blob in layer.tops)
        ]
        if len(kept) == len(layers):
            return replace(model, layers=tuple(kept))
        layers = kept


def constant_blobs(model: ModelRecord) -> set[str]:
    """Return the blobs computed from constants only, by unregistered operators."""
    found: set[str] = set()
    for layer in model.layers:
        if layer.type in CONSTANTS and find_layer(layer.type) is None:
            if found.issuperset(layer.bottoms):
                found.update(layer.tops)
    return found


def without_arguments(layer: LayerRecord, constants: set[str]) -> LayerRecord:
    """Return an operator that computes nothing without the given constants."""
    if layer.type not in IDENTITIES or not isinstance(find_layer(layer.type), ContribLayer):
        return layer
    rest = tuple(blob for blob in layer.bottoms[1:] if blob not in constants)
    return replace(layer, bottoms=(*layer.bottoms[:1], *rest))
