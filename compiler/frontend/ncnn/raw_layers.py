"""Import unchanged the layers that no op can express, and custom layers."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ....dialects.context import Remark
from ....dialects.contrib import find_layer
from ....dialects.custom_layers import frozen_params
from ....dialects.ncnn import layer_spec
from ....dialects.ncnn.custom import CustomOp, custom_spec
from ....dialects.ncnn.layer import LayerSpec
from ....dialects.ncnn.layer_attributes import RawValue
from ....dialects.ncnn.opaque import OpaqueOp
from ....dialects.ncnn.raw_layer import RawLayerOp
from ...format.records import FEATURE_MASK, SHAPE_HINT, LayerRecord, ModelRecord
from ..survey.support_check import RefusedLayer
from .parameters import converted


def spec_of_layer(layer: LayerRecord) -> LayerSpec | None:
    """Return the spec of a layer of ncnn or a custom layer; None for an unknown type."""
    spec = layer_spec(layer.type)
    if spec is None and (custom := find_layer(layer.type)) is not None:
        return custom_spec(custom, frozen_params(own_params(layer)))
    return spec


def own_params(layer: LayerRecord) -> dict[int, RawValue]:
    """Return the parameters of a layer, without those common to all layers."""
    return {id: value for id, value in layer.params.items() if id not in (SHAPE_HINT, FEATURE_MASK)}


def raw_op(layer: LayerRecord, inputs: list[SSAValue], weights: list[SSAValue]) -> RawLayerOp:
    """Return the generic op of a layer without its own op, with unchanged parameters."""
    params = own_params(layer)
    spec = layer_spec(layer.type)
    if spec is None:
        return CustomOp.of_layer(layer.type, params, inputs, weights, len(layer.tops))
    for param in spec.params:
        if param.id in params and (value := converted(layer.params[param.id], param)) is not None:
            params[param.id] = value
    return OpaqueOp.of_layer(layer.type, params, inputs, weights, len(layer.tops))


def remark_on(record: ModelRecord, refused: RefusedLayer) -> Remark:
    """Return the remark on a layer that is kept unchanged."""
    layer = refused.layer
    reason = f"{layer.type} is kept as it is: {refused.reason}"
    return Remark("import", (layer.name,), reason, record.file, layer.line, layer.offset)
