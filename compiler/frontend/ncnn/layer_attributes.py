"""
Keep parts of a layer's record without meaning for its op as attributes, for the export.
"""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.ir import Attribute

from ....dialects.ncnn.layer import LayerSpec
from ....dialects.ncnn.layer_attributes import (
    FEATURE_MASK_ATTRIBUTE,
    OTHER_PARAMS_ATTRIBUTE,
    SHAPE_HINT_ATTRIBUTE,
    raw_dictionary,
    shape_hint_attribute,
)
from ...format.records import FEATURE_MASK, SHAPE_HINT, LayerRecord


def attributes_of_layer(spec: LayerSpec, layer: LayerRecord) -> dict[str, Attribute]:
    """Return the feature mask, the shape hint, and parameters unknown to the spec."""
    known = {param.id for param in spec.params} | {FEATURE_MASK, SHAPE_HINT}
    attributes: dict[str, Attribute] = {}
    mask = layer.params.get(FEATURE_MASK)
    if isinstance(mask, int) and mask:
        attributes[FEATURE_MASK_ATTRIBUTE] = IntegerAttr(mask, i64)
    if hint := hint_values(layer):
        attributes[SHAPE_HINT_ATTRIBUTE] = shape_hint_attribute(hint)
    others = {id: value for id, value in layer.params.items() if id not in known}
    if others:
        attributes[OTHER_PARAMS_ATTRIBUTE] = raw_dictionary(others)
    return attributes


def attributes_of_input(spec: LayerSpec, layer: LayerRecord, index: int) -> dict[str, Attribute]:
    """Return the attributes for blob `index` of an Input layer, with its part of the shape hint."""
    attributes = attributes_of_layer(spec, layer)
    if hint := hint_values(layer):
        length = len(hint) // len(layer.tops)
        part = hint[index * length : (index + 1) * length]
        attributes[SHAPE_HINT_ATTRIBUTE] = shape_hint_attribute(part)
    return attributes


def hint_values(layer: LayerRecord) -> list[int]:
    """Return the shape hint of a layer (its form is checked before); empty if it has none."""
    hint = layer.params.get(SHAPE_HINT)
    return [int(v) for v in hint] if isinstance(hint, list) else []
