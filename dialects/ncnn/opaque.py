"""Layers that can be read, kept and written back, but not compiled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import nan
from typing import cast

from xdsl.dialects.builtin import DictionaryAttr, StringAttr, UnrankedTensorType
from xdsl.ir import SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    BaseAttr,
    irdl_op_definition,
    prop_def,
    var_operand_def,
    var_result_def,
)
from xdsl.utils.exceptions import VerifyException

from .base import UNRANKED, AnyTensor, NcnnOp, RuntimeShapeError, Shape, ShapeError
from .layer import LayerSpec, Param, ParamKind, ParamValue, Weight
from .layer_attributes import RawValue, raw_dictionary, raw_params

NEVER_GIVEN: dict[ParamKind, ParamValue] = {
    "int": 1 << 40,
    "float": nan,
    "ints": [1 << 40],
    "floats": [nan],
    "string": "",
}
"""Values that no file holds."""


@irdl_op_definition
class OpaqueOp(NcnnOp):
    """
    `%y = ncnn.opaque "GLU"(%x) params {"0" = 1 : i64}`: a layer of a type that has no op, or with
    parameters or inputs that its op cannot express.

    `params` are the parameters by id as the file has them, but for those that any layer may have
    (they are attributes, as of other ops); `weights` are the arrays that the layer stores, in file
    order. Nothing is known of the shapes of the results. Passes take it for a pure function; it
    cannot be compiled.
    """

    name = "ncnn.opaque"

    layer_type = prop_def(StringAttr)
    params = prop_def(DictionaryAttr, default_value=DictionaryAttr({}))
    inputs = var_operand_def(AnyTensor)
    weights = var_operand_def(AnyTensor)
    outputs = var_result_def(BaseAttr(UnrankedTensorType))

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    assembly_format = (
        "$layer_type `(` $inputs `)` (`weights` `(` $weights^ `:` type($weights) `)`)? "
        "(`params` $params^)? attr-dict `:` functional-type($inputs, $outputs)"
    )

    @classmethod
    def of_layer(
        cls,
        type: str,
        params: Mapping[int, RawValue],
        inputs: Sequence[SSAValue],
        weights: Sequence[SSAValue],
        top_count: int,
    ) -> OpaqueOp:
        """The op of a layer with these parameters, inputs and stored arrays."""
        return cls.build(
            operands=[inputs, weights],
            properties={"layer_type": StringAttr(type), "params": raw_dictionary(params)},
            result_types=[[UNRANKED] * top_count],
        )

    def moves_elements(self) -> bool:
        return False

    def infer_shapes(self) -> list[Shape]:
        raise RuntimeShapeError(f"the shapes of layer type {self.layer_type.data} are not known")

    def layer_spec(self) -> LayerSpec:
        """
        The layer type with the parameters of its table, and those that are given besides.

        What is given differs from every default, so that it is written even if it is ncnn's.
        """
        spec = spec_of_type(self.layer_type.data)
        table = {param.id: param for param in spec.params}
        given = {
            id: replace(param, default=NEVER_GIVEN[param.kind])
            for id, value in raw_params(self.params).items()
            for param in (table.get(id) or Param(id, f"parameter_{id}", kind_of(value), 0),)
        }
        return LayerSpec(spec.type, tuple({**table, **given}.values()), spec.weights)

    def layer_params(self) -> dict[str, ParamValue]:
        names = {param.id: param.name for param in self.layer_spec().params}
        return {names[id]: cast(ParamValue, value) for id, value in raw_params(self.params).items()}

    def layer_input_indices(self) -> list[int]:
        return list(range(len(self.inputs)))

    def stored_weights(self) -> list[Weight]:
        """What the layer stores, one for each of the `weights`."""
        spec = self.layer_spec()
        params = spec.completed(self.layer_params())
        return [weight for weight in spec.weights if weight.present(params)]

    def stored_operand(self, name: str) -> SSAValue | None:
        names = [weight.name for weight in self.stored_weights()]
        return self.weights[names.index(name)] if name in names else None

    def verify_(self) -> None:
        type = self.layer_type.data
        try:
            stored = self.stored_weights()
        except (ShapeError, TypeError, ValueError) as e:
            raise VerifyException(f"the parameters are none of a layer: {e}") from e
        if len(stored) != len(self.weights):
            reason = f"{type} stores {len(stored)} weights with these parameters"
            raise VerifyException(f"{reason}, {len(self.weights)} are given")


def spec_of_type(type: str) -> LayerSpec:
    """What a file says of a layer of ncnn. Raises: ShapeError for any other type."""
    from . import layer_spec

    spec = layer_spec(type)
    if spec is None:
        raise ShapeError(f"layer type '{type}' is none of ncnn's")
    return spec


def kind_of(value: RawValue) -> ParamKind:
    """The kind of a parameter by its value alone; an array with one float is one of floats."""
    match value:
        case int():
            return "int"
        case float():
            return "float"
        case str():
            return "string"
        case _:
            return "floats" if any(isinstance(item, float) for item in value) else "ints"
