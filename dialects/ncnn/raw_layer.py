"""Base of ops that hold a layer with its parameters as in the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from math import nan
from typing import Self, cast

from xdsl.dialects.builtin import DictionaryAttr, StringAttr
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, prop_def, traits_def, var_operand_def
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind
from xdsl.utils.exceptions import VerifyException

from .base import NcnnOp
from .errors import ShapeError
from .layer import LayerSpec, Param, ParamKind, ParamValue, Weight
from .layer_attributes import RawValue, raw_dictionary, raw_params
from .shapes import UNRANKED, AnyTensor

NEVER_GIVEN: dict[ParamKind, ParamValue] = {
    "int": 1 << 40,
    "float": nan,
    "ints": [1 << 40],
    "floats": [nan],
    "string": "",
}
"""Values that no file contains."""


class TellsItsProgram(MemoryEffect):
    """A layer without outputs is kept for the program that reads it."""

    @classmethod
    def get_effects(cls, op: Operation) -> Set[EffectInstance]:
        return set() if op.results else {EffectInstance(MemoryEffectKind.WRITE)}


class RawLayerOp(NcnnOp):
    """
    A layer by its type, whose meaning no pass knows.

    `params` are the parameters by id as in the file, except those that any layer may have (which
    are attributes, as for other ops); `weights` are the arrays that the layer stores, in file
    order. Passes treat it as a pure function if it has outputs.
    """

    layer_type = prop_def(StringAttr)
    params = prop_def(DictionaryAttr, default_value=DictionaryAttr({}))
    inputs = var_operand_def(AnyTensor)
    weights = var_operand_def(AnyTensor)

    traits = traits_def(TellsItsProgram())
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
    ) -> Self:
        """Build the op of a layer with these parameters, inputs and stored arrays."""
        return cls.build(
            operands=[inputs, weights],
            properties={"layer_type": StringAttr(type), "params": raw_dictionary(params)},
            result_types=[[UNRANKED] * top_count],
        )

    def moves_elements(self) -> bool:
        return False

    def type_spec(self) -> LayerSpec:
        """Return the spec of the layer's type. Raises: ShapeError if it is unknown."""
        raise ShapeError(f"{self.name} does not describe layer types")

    def layer_spec(self) -> LayerSpec:
        """Return the layer spec, with the given parameters, which are always written."""
        spec = self.type_spec()
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
        """Return the stored arrays, one for each of the `weights`."""
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


def kind_of(value: RawValue) -> ParamKind:
    """Return a parameter's kind from its value; an array with a float is one of floats."""
    match value:
        case int():
            return "int"
        case float():
            return "float"
        case str():
            return "string"
        case _:
            return "floats" if any(isinstance(item, float) for item in value) else "ints"
