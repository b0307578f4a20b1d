"""Cast and Packing: values stored in another type, or in another order."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, SpacedOpaqueSyntaxAttribute
from xdsl.irdl import irdl_attr_definition, irdl_op_definition, prop_def
from xdsl.utils.str_enum import StrEnum

from ..assembly import FUNCTION_TYPE, optional
from ..errors import InvalidLayerError, ShapeError
from ..layer import LayerFamily, LayerSpec, Param, Params, ParamValue
from ..param_values import int_param
from ..parameters import flag_parameter, int_parameter
from ..shapes import Shape, shape_of
from .elementwise import UnaryElementwiseOp


class StorageType(StrEnum):
    """Storage type of a blob's elements, in the order of ncnn's codes."""

    AUTO = "auto"
    FLOAT32 = "float32"
    FLOAT16 = "float16"
    INT8 = "int8"
    BFLOAT16 = "bfloat16"


@irdl_attr_definition
class StorageTypeAttr(EnumAttribute[StorageType], SpacedOpaqueSyntaxAttribute):
    name = "ncnn.storage_type"


CONVERSIONS = {
    (StorageType.FLOAT32, StorageType.FLOAT16),
    (StorageType.FLOAT16, StorageType.FLOAT32),
    (StorageType.FLOAT32, StorageType.BFLOAT16),
    (StorageType.BFLOAT16, StorageType.FLOAT32),
    (StorageType.INT8, StorageType.FLOAT32),
}
"""Conversions that ncnn supports; for others it leaves the result uninitialized."""


@irdl_op_definition
class CastOp(UnaryElementwiseOp):
    """
    `ncnn.cast %x from float32 to float16`: round each element to the other type.

    Tensors of the IR are of float32, so that only the values are rounded: to float16 to nearest
    with ties to even, to bfloat16 to nearest with ties away from zero. To float32 nothing changes.
    Source: ncnn, cast.cpp.
    """

    name = "ncnn.cast"
    source_type = prop_def(StorageTypeAttr, default_value=StorageTypeAttr(StorageType.AUTO))
    result_type = prop_def(StorageTypeAttr, default_value=StorageTypeAttr(StorageType.AUTO))
    assembly_format = f"$input (`from` $source_type^)? (`to` $result_type^)? {FUNCTION_TYPE}"
    FAMILY: ClassVar = LayerFamily.SHAPE
    NARROW_ELEMENTS: ClassVar[frozenset[Attribute]] = frozenset()
    LAYER: ClassVar = LayerSpec(
        "Cast", (Param(0, "type_from", "int", 0), Param(1, "type_to", "int", 0))
    )

    def rounds_to(self) -> StorageType | None:
        """Return the type of the result's precision; None for that of the input."""
        result = self.result_type.data
        if result == self.source_type.data or result is StorageType.FLOAT32:
            return None
        return result

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        types = list(StorageType)
        codes = [int_param(params, name) for name in ("type_from", "type_to")]
        if not all(0 <= code < len(types) for code in codes):
            raise ShapeError(f"types {codes} must be 0 to {len(types) - 1}")
        source, result = (types[code] for code in codes)
        if source is not result and (source, result) not in CONVERSIONS:
            raise ShapeError(f"ncnn has no conversion from {source} to {result}")
        return {"source_type": StorageTypeAttr(source), "result_type": StorageTypeAttr(result)}

    def layer_params(self) -> dict[str, ParamValue]:
        types = list(StorageType)
        return {
            "type_from": types.index(self.source_type.data),
            "type_to": types.index(self.result_type.data),
        }


@irdl_op_definition
class PackingOp(UnaryElementwiseOp):
    """
    `ncnn.packing %x elempack 4`: the input, with 4 channels of each pixel contiguous.

    Values of the IR have no memory layout, so this is the identity. The outermost axis is packed;
    if its extent is not a multiple, it is left unpacked, or padded (`padding`) with unspecified
    elements, which is not supported. Source: ncnn, packing.cpp.
    """

    name = "ncnn.packing"
    elempack = int_parameter(0, 1)
    padding = flag_parameter(1)
    cast_from = int_parameter(2)
    cast_to = int_parameter(3)
    assembly_format = (
        f"$input {optional('elempack', 'padding', 'cast_from', 'cast_to')}{FUNCTION_TYPE}"
    )
    FAMILY: ClassVar = LayerFamily.SHAPE
    LAYER: ClassVar = LayerSpec("Packing")

    def infer_shapes(self) -> list[Shape]:
        shape, elempack = shape_of(self.input), self.elempack.value.data
        if elempack < 1:
            raise ShapeError(f"elempack {elempack} must be positive")
        if self.padding is not None and shape[0] % elempack:
            raise ShapeError(f"filling {shape[0]} up to a multiple of {elempack} is not supported")
        return [shape]

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        if (elempack := int_param(params, "elempack")) < 1:
            raise InvalidLayerError(f"elempack {elempack} must be positive")
        return super().layer_properties(params)
