"""
Keep a layer's data without meaning for its op as discardable attributes of the op.

Passes leave them on the op that keeps the layer's name; export writes them back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    f32,
    i64,
)
from xdsl.ir import Attribute, Operation

RawValue = int | float | str | Sequence[int | float]
"""A parameter as in a file."""

FEATURE_MASK_ATTRIBUTE = "ncnn.feature_mask"
"""Parameter 31: bits that switch features of ncnn off for the layer."""
NO_BFLOAT16 = 1 << 2
"""The bit of the mask that keeps blobs and weights of the layer in float32."""
SHAPE_HINT_ATTRIBUTE = "ncnn.shape_hint"
"""Parameter 30 as in the file: export writes it if shapes are unknown."""
OTHER_PARAMS_ATTRIBUTE = "ncnn.params"
"""Parameters that are not in the layer's spec, by id."""
LOAD_TYPE_ATTRIBUTE = "ncnn.load_type"
"""Load type of an `ncnn.weight` that is MemoryData: 0 if a storage tag comes first."""


def raw_attribute(value: RawValue) -> Attribute:
    """Return a parameter of a file as an attribute, the inverse of `raw_value`."""
    match value:
        case int():
            return IntegerAttr(value, i64)
        case float():
            return FloatAttr(value, f32)
        case str():
            return StringAttr(value)
        case _:
            return ArrayAttr(raw_attribute(item) for item in value)


def raw_value(attribute: Attribute) -> RawValue:
    """Return the parameter in an attribute of `raw_attribute`. Raises: TypeError for others."""
    match attribute:
        case IntegerAttr() | FloatAttr():
            return attribute.value.data
        case StringAttr():
            return attribute.data
        case ArrayAttr():
            items = [raw_value(item) for item in attribute]
            return [item for item in items if isinstance(item, int | float)]
        case _:
            raise TypeError(f"{attribute} is no parameter of a layer")


def raw_dictionary(params: Mapping[int, RawValue]) -> DictionaryAttr:
    """Return parameters by id, in the order of their ids."""
    return DictionaryAttr({str(id): raw_attribute(params[id]) for id in sorted(params)})


def raw_params(attribute: Attribute | None) -> dict[int, RawValue]:
    """Return the parameters of a `raw_dictionary`; none for None."""
    if not isinstance(attribute, DictionaryAttr):
        return {}
    return {int(id): raw_value(value) for id, value in attribute.data.items()}


def feature_mask(op: Operation) -> int:
    """Return the feature mask of an op's layer, 0 if it has none."""
    mask = op.attributes.get(FEATURE_MASK_ATTRIBUTE)
    return mask.value.data if isinstance(mask, IntegerAttr) else 0


def takes_bfloat16(op: Operation) -> bool:
    """Return whether the layer's feature mask allows bfloat16 inputs, results and products."""
    return not feature_mask(op) & NO_BFLOAT16


def keep_float32(op: Operation) -> None:
    """Set the bit of an op's feature mask that keeps bfloat16 away."""
    op.attributes[FEATURE_MASK_ATTRIBUTE] = IntegerAttr(feature_mask(op) | NO_BFLOAT16, i64)


def shape_hint_attribute(hint: Sequence[int]) -> DenseArrayBase:
    return DenseArrayBase.from_list(i64, list(hint))
