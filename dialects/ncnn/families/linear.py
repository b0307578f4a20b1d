"""Linear layers: common parts of convolutions, deconvolutions and inner products of all ranks."""

from __future__ import annotations

from math import prod
from typing import Any, Self

from xdsl.dialects.builtin import IntegerAttr, i8, i32, i64
from xdsl.ir import Attribute, OpResult, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    OptOperandDef,
    VarOperandDef,
    operand_def,
    opt_operand_def,
    opt_region_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xdsl.utils.exceptions import VerifyException

from ...constraints import I64, F32Array, float_list
from ...element_types import element_of
from ..assembly import optional_operands
from ..attributes import ActivationAttr
from ..base import NcnnOp
from ..errors import InvalidLayerError, ShapeError
from ..given_layer import GivenLayer
from ..layer import Params, ParamValue
from ..param_values import int_param, value_of
from ..rules.layer_params import weight_parameters
from ..rules.param_rules import stored_weights
from ..rules.value_range import Range, RangeOf
from ..shapes import UNRANKED, AnyTensor, Shape, has_shape, shape_of
from .fused_activation import NO_ACTIVATION, NO_FLOATS, activation_properties, range_of_activation

QUANTIZED_RESULT = 100
"""The `int8_scale_term` above which a layer makes an int8 blob."""

WEIGHTS_FORMAT = "$input `,` $weight (`bias` $bias^ `:` type($bias))? "
"""Input, weights and bias of a linear layer."""
SCALES_FORMAT = optional_operands("weight_scale", "input_scale")
ACTIVATION_FORMAT = "(`activation` $activation^)? (`params` $activation_params^)? "
INT8_FORMAT = "(`int8_scale_term` $int8_scale_term^)? "
EPILOGUE_FORMAT = (
    "(`fused_with` `(` $epilogue_operands^ `:` type($epilogue_operands) `)`)? "
    "(`epilogue` $epilogue^)? "
)
LINEAR_TYPES_FORMAT = "attr-dict `:` type($input) `,` type($weight) `->` type($output)"


class LinearOp(NcnnOp):
    """
    A layer that sums products of its input and of weights, with the output channel as their
    outermost axis, adds a bias by channel and applies an activation.

    Operands are in the order of the classes that define them: those of this class first, then those
    of the op's other bases, in order.
    """

    input = operand_def(AnyTensor)
    weight = operand_def(AnyTensor)
    bias = opt_operand_def(AnyTensor)

    activation = prop_def(ActivationAttr, default_value=NO_ACTIVATION)
    activation_params = prop_def(F32Array, default_value=NO_FLOATS)

    output = result_def(AnyTensor)

    @property
    def groups(self) -> int:
        """Return the number of independent groups of channels; 1 for a dense layer."""
        return 1

    @property
    def used_weight_shape(self) -> Shape:
        return shape_of(self.weight)

    @property
    def has_spare_weights(self) -> bool | None:
        """Return whether weights beyond `used_weight_shape` are ignored; None if unknown."""
        return False

    @property
    def has_transposed_weight(self) -> bool:
        """Return whether outputs are the second axis of the weights."""
        return False

    @property
    def scale_term(self) -> int:
        """ncnn's `int8_scale_term`: 0 for float layers, above 100 for those that emit int8."""
        term = self.properties.get("int8_scale_term")
        return term.value.data if isinstance(term, IntegerAttr) else 0

    @property
    def is_scheduled(self) -> bool:
        """Return whether the layer has the attributes of level 2: an algorithm, an epilogue."""
        return "algorithm" in self.properties or bool(self.regions)

    @property
    def sums_integers(self) -> bool:
        """Return whether the layer sums products of int8 blobs and weights exactly, in int32."""
        return element_of(self.input.type) == i8

    def verify_(self) -> None:
        super().verify_()
        if self.sums_integers:
            self._verify_sums_of_integers()

    def _verify_sums_of_integers(self) -> None:
        """Raises: VerifyException for other weights, or anything beyond sums of integers."""
        if element_of(self.weight.type) != i8:
            raise VerifyException("an input of i8 needs weights of i8")
        if self.scale_term or self.bias is not None or self.activation != NO_ACTIVATION:
            raise VerifyException("sums of i8 need a layer or an epilogue that reads them")
        has_epilogue = any(region.blocks for region in self.regions)
        if not has_epilogue and has_shape(self.output) and element_of(self.output.type) != i32:
            raise VerifyException(f"sums of i8 are i32, not {element_of(self.output.type)}")

    def check_bias(self, outputs: int) -> None:
        """Raises: ShapeError unless the bias, if there is one, has a number for each output."""
        if self.bias is not None and shape_of(self.bias) != (outputs,):
            raise ShapeError(f"bias has shape {list(shape_of(self.bias))}, not [{outputs}]")

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return range_of_activation(self.activation.data, float_list(self.activation_params))

    def multiply_adds(self) -> int:
        """Count a dot product with one output channel's weights for every output."""
        return prod(shape_of(self.output)) * prod(self.used_weight_shape[1:])

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        return {**super().layer_properties(params), **activation_properties(params)}

    def layer_params(self) -> dict[str, ParamValue]:
        return {
            **super().layer_params(),
            **self.weight_params(),
            "activation_type": value_of(self.activation),
        }

    def weight_params(self) -> dict[str, ParamValue]:
        """Return the parameters of weights and bias. Raises: as `layer_params`."""
        return weight_parameters(self.weight, self.bias, [])

    @classmethod
    def from_layer(cls, layer: GivenLayer) -> Self:
        named = named_operands(layer)
        definition = cls.get_irdl_definition()
        operands: list[Any] = []
        for name, kind in definition.operands:
            if isinstance(kind, OptOperandDef | VarOperandDef):
                operands.append([named[name]] if name in named else [])
            else:
                operands.append(named[name])
        return cls.build(
            operands=operands,
            properties=cls.layer_properties(layer.params),
            regions=[[] for _ in definition.regions],
            result_types=[UNRANKED],
        )


def named_operands(layer: GivenLayer) -> dict[str, SSAValue]:
    """Return operands by name, dynamic weights second. Raises: InvalidLayerError; ShapeError."""
    named = dict(layer.weights)
    rest = list(layer.inputs[1:])
    if not stored_weights(layer.params):
        if not rest:
            raise InvalidLayerError("has dynamic weights and needs them as its second input")
        named["weight"] = rest.pop(0)
        if layer.params["bias_term"] and rest:
            named["bias"] = rest.pop(0)
    if not layer.inputs or layer.outputs != 1:
        raise InvalidLayerError(layer.counts)
    if rest:
        error = InvalidLayerError if stored_weights(layer.params) else ShapeError
        raise error(layer.counts)
    return {"input": layer.inputs[0], **named}


class GroupedOp(LinearOp):
    """A linear layer in `group` groups: each takes its share of the inputs to that of outputs."""

    group = prop_def(I64, default_value=IntegerAttr(1, i64))

    @property
    def groups(self) -> int:
        return self.group.value.data

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        group = int_param(params, "group")
        if group < 1:
            raise InvalidLayerError(f"group must be positive, not {group}")
        return {**super().layer_properties(params), "group": IntegerAttr(group, i64)}


class Int8ScalesOp(NcnnOp):
    """An op that may compute with int8: with scales for its weights and its input."""

    weight_scale = opt_operand_def(AnyTensor)
    input_scale = opt_operand_def(AnyTensor)
    int8_scale_term = prop_def(I64, default_value=IntegerAttr(0, i64))

    def supports_int8(self) -> bool:
        return self.weight_scale is not None


class EpilogueOp(NcnnOp):
    """
    An op that carries an epilogue from level 2 on: a region that computes each output from the
    accumulator and the epilogue operands, which are the last operands.
    """

    epilogue_operands = var_operand_def(AnyTensor)
    epilogue = opt_region_def()

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
