"""Layers that no op can express: kept as they are, and what is said of that."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ...dialects.context import Remark
from ...dialects.ncnn import layer_spec
from ...dialects.ncnn.layer_attributes import RawValue
from ...dialects.ncnn.opaque import OpaqueOp
from ..format.records import FEATURE_MASK, SHAPE_HINT, LayerRecord, ModelRecord
from .parameters import converted
from .support_check import RefusedLayer


def opaque_op(layer: LayerRecord, inputs: list[SSAValue], weights: list[SSAValue]) -> OpaqueOp:
    """The op of a layer that has none of its own, with the parameters as they are."""
    spec = layer_spec(layer.type)
    assert spec is not None
    params: dict[int, RawValue] = {
        id: value for id, value in layer.params.items() if id not in (SHAPE_HINT, FEATURE_MASK)
    }
    for param in spec.params:
        if param.id in params and (value := converted(layer.params[param.id], param)) is not None:
            params[param.id] = value
    return OpaqueOp.of_layer(layer.type, params, inputs, weights, len(layer.tops))


def remark_on(record: ModelRecord, refused: RefusedLayer) -> Remark:
    """What a user is told of a layer that is kept as it is."""
    layer = refused.layer
    reason = f"{layer.type} is kept as it is: {refused.reason}"
    return Remark("import", (layer.name,), reason, record.file, layer.line, layer.offset)
