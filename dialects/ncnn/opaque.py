"""Layers that can be read, kept and written back, but not compiled."""

from __future__ import annotations

from xdsl.dialects.builtin import UnrankedTensorType
from xdsl.irdl import BaseAttr, irdl_op_definition, var_result_def

from .errors import RuntimeShapeError, ShapeError
from .layer import LayerSpec
from .raw_layer import RawLayerOp
from .shapes import Shape


@irdl_op_definition
class OpaqueOp(RawLayerOp):
    """
    `%y = ncnn.opaque "GLU"(%x) params {"0" = 1 : i64}`: a layer of a type that has no op, or with
    parameters or inputs that its op cannot express.

    Nothing is known of the shapes of the results. It cannot be compiled.
    """

    name = "ncnn.opaque"

    outputs = var_result_def(BaseAttr(UnrankedTensorType))

    def infer_shapes(self) -> list[Shape]:
        raise RuntimeShapeError(f"the shapes of layer type {self.layer_type.data} are not known")

    def type_spec(self) -> LayerSpec:
        return spec_of_type(self.layer_type.data)


def spec_of_type(type: str) -> LayerSpec:
    """Return the spec of a layer of ncnn. Raises: ShapeError for any other type."""
    from . import layer_spec

    spec = layer_spec(type)
    if spec is None:
        raise ShapeError(f"layer type '{type}' is none of ncnn's")
    return spec
