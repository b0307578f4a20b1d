"""
Write layer attributes that are not part of an op: feature mask, unknown parameters, shape hint.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr
from xdsl.ir import Attribute, SSAValue

from ...dialects.constraints import int_list
from ...dialects.ncnn.layer_attributes import (
    FEATURE_MASK_ATTRIBUTE,
    OTHER_PARAMS_ATTRIBUTE,
    SHAPE_HINT_ATTRIBUTE,
    raw_params,
)
from ...dialects.ncnn.rules.found_rows import has_found_rows
from ...dialects.ncnn.shapes import Shape, has_shape, shape_of
from ..format.records import FEATURE_MASK, SHAPE_HINT, RecordValue

VOLUME_RANK = 4
"""Rank of a blob whose hint includes the depth."""


def parameters_of_attributes(attributes: Mapping[str, Attribute]) -> dict[int, RecordValue]:
    """Return the feature mask, and parameters that the layer's spec does not have."""
    params: dict[int, RecordValue] = {
        id: list(value) if isinstance(value, Sequence) and not isinstance(value, str) else value
        for id, value in raw_params(attributes.get(OTHER_PARAMS_ATTRIBUTE)).items()
    }
    mask = attributes.get(FEATURE_MASK_ATTRIBUTE)
    if isinstance(mask, IntegerAttr):
        params[FEATURE_MASK] = mask.value.data
    return params


def hint_parameter(
    outputs: Sequence[SSAValue], attributes: Mapping[str, Attribute]
) -> dict[int, RecordValue]:
    """Return shapes `dims, w, h, c` or `dims, w, h, d, c` of outputs; old hints if unknown."""
    if all(has_shape(value) and not has_found_rows(value) for value in outputs):
        hint = _hint_of([shape_of(value) for value in outputs])
    else:
        stored = attributes.get(SHAPE_HINT_ATTRIBUTE)
        values = int_list(stored) if isinstance(stored, DenseArrayBase) else []
        hint = values if len(values) in (4 * len(outputs), 5 * len(outputs)) else []
    return {SHAPE_HINT: list(hint)} if hint else {}


def _hint_of(shapes: Sequence[Shape]) -> list[int]:
    if len({len(shape) == VOLUME_RANK for shape in shapes}) > 1:
        return []
    ones = (1, 1, 1)
    rows = [(len(s), *reversed(s), *ones[len(s) :]) for s in shapes]
    return [value for row in rows for value in row]
