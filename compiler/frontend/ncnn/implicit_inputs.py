"""Add Inputs to files without Input layers."""

from __future__ import annotations

from dataclasses import replace

from ...format.records import LayerRecord, ModelRecord
from .data_layers import INPUT


def with_implicit_inputs(record: ModelRecord) -> ModelRecord:
    """
    Add an Input without a shape for each blob without a producer, before the layer that reads it.

    A model with Input layers is returned unchanged: there such a blob is an error. ncnn accepts
    both, and assigns the blob an index when a layer reads it. Source: ncnn, net.cpp,
    `Net::load_param`.
    """
    if any(layer.type == INPUT.type for layer in record.layers):
        return record
    made = {top for layer in record.layers for top in layer.tops}
    layers: list[LayerRecord] = []
    for layer in record.layers:
        for blob in layer.bottoms:
            if blob not in made:
                made.add(blob)
                layers.append(
                    LayerRecord(INPUT.type, blob, (), (blob,), {}, layer.line, layer.offset)
                )
        layers.append(layer)
    return replace(record, layers=tuple(layers))
