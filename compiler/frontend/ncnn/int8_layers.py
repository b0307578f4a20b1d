"""Find the layers of a model file that compute with int8."""

from __future__ import annotations

from ....dialects.ncnn import layer_op
from ...format.records import LayerRecord, ModelRecord

INT8_PARAMETERS = ("int8_scale_term", "quantize_term")
"""Parameters that select int8 in any layer by a value other than 0."""


def int8_layers(model: ModelRecord) -> list[LayerRecord]:
    """Return the layers whose parameters select int8 arithmetic or int8 weights."""
    return [layer for layer in model.layers if is_int8(layer)]


def is_int8(layer: LayerRecord) -> bool:
    """Return whether the parameters of a layer select int8."""
    op = layer_op(layer.type)
    if op is None or op.LAYER is None:
        return False
    ids = [param.id for param in op.LAYER.params if param.name in INT8_PARAMETERS]
    return any(layer.params.get(id, 0) != 0 for id in ids)
