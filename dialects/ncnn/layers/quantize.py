"""Quantize, Dequantize and Requantize: between float32 and the integers of int8 layers."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr, f32, i8, i32
from xdsl.ir import Attribute, OpResult, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
)
from xdsl.utils.exceptions import VerifyException

from ...constraints import I64, F32Array
from ...element_types import element_of
from ..assembly import FUNCTION_TYPE, optional
from ..attributes import ActivationAttr
from ..errors import ShapeError
from ..families.fused_activation import NO_ACTIVATION, NO_FLOATS, activation_properties
from ..families.linear import ACTIVATION_FORMAT
from ..layer import LayerSpec, Param, Params, ParamValue, Weight
from ..param_values import value_of
from ..rules.broadcast import Axes
from ..rules.param_rules import flag, vector
from ..rules.ranks import Rank, RankOf, SameRank
from ..rules.value_range import INT8_RANGE
from ..shapes import AnyTensor, Shape, has_shape, shape_of
from .elementwise import ElementwiseOp

AXIS_FORMAT = "(`axis` $axis^)? "


class QuantizationOp(ElementwiseOp):
    """
    An element-wise op of an input and of vectors with one element, or along the outermost axis of a
    matrix or an image; ncnn treats `w` as one channel, and uses their first element.

    Integers are whole numbers in a float32 tensor, or have an integer type after
    `expand-int8-linear`: int8 as `i8`, sums of int8 products as `i32`. `axis` is the axis of the
    vectors, for results of inner products the last one.
    Shapes: input `c,h,w` (or `w`; `h,w`; `c,d,h,w`), every other operand `c` (`h`; `c`) or `1`.
    """

    NARROW_ELEMENTS: ClassVar[frozenset[Attribute]] = frozenset()

    axis = opt_prop_def(I64)

    READS: ClassVar[tuple[Attribute, ...]] = (f32,)
    """The types of the input's elements."""
    MAKES: ClassVar[tuple[Attribute, ...]] = (f32,)
    SUPPORTS_INT8: ClassVar = True
    """The types of the result's elements."""

    @property
    def vector_axis(self) -> int:
        """Return the axis of vectors with more than one element."""
        return 0 if self.axis is None else self.axis.value.data

    def infer_shapes(self) -> list[Shape]:
        shape = shape_of(self.operands[0])
        if not 0 <= self.vector_axis < len(shape):
            raise ShapeError(f"axis {self.vector_axis} is none of {len(shape)} dimensions")
        extent = shape[self.vector_axis]
        for name, operand in zip(self.operand_names()[1:], self.operands[1:], strict=True):
            if not self._is_uniform(operand) and shape_of(operand) != (extent,):
                raise ShapeError(
                    f"{name} has shape {list(shape_of(operand))}, not [1] or [{extent}]"
                )
        return [shape]

    def verify_(self) -> None:
        super().verify_()
        for what, value, types in (
            ("reads", self.operands[0], self.READS),
            ("makes", self.results[0], self.MAKES),
        ):
            if (element := element_of(value.type)) not in types and has_shape(value):
                raise VerifyException(f"{what} {' or '.join(map(str, types))}, not {element}")

    def operand_axes(self) -> list[Axes]:
        along: Axes = tuple(range(len(shape_of(self.operands[0]))))
        vectors = self.operands[1:]
        axis = self.vector_axis
        return [along, *((None if self._is_uniform(v) else axis,) for v in vectors)]

    def layer_spec(self) -> LayerSpec | None:
        return self.LAYER if self.axis is None else None

    def supports_packing(self) -> bool:
        """Return true for `w`, `c,h,w` and `c,d,h,w`, or vectors of one element."""
        return len(shape_of(self.operands[0])) in (1, 3, 4) and self.vector_axis == 0

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return SameRank(self.operands[0])

    def layer_params(self) -> dict[str, ParamValue]:
        assert self.LAYER is not None
        names = [weight.name for weight in self.LAYER.weights]
        stored = {name: self.stored_operand(name) for name in names}
        return {f"{k}_data_size": 0 if v is None else shape_of(v)[0] for k, v in stored.items()}

    def _is_uniform(self, vector: SSAValue) -> bool:
        is_vector = len(shape_of(self.operands[0])) == 1 and self.axis is None
        return is_vector or shape_of(vector) == (1,)


def _size(id: int, name: str, default: int) -> Param:
    return Param(id, f"{name}_data_size", "int", default)


def _stored(name: str) -> Weight:
    return Weight(name, vector(f"{name}_data_size"), False)


_BIAS = Weight("bias", vector("bias_data_size"), False, flag("bias_data_size"))


@irdl_op_definition
class QuantizeOp(QuantizationOp):
    """
    `min(max(round(scale * x), -127), 127)`, halves away from zero, by channel.

    Source: ncnn, quantize.cpp.
    """

    name = "ncnn.quantize"
    input = operand_def(AnyTensor)
    scale = operand_def(AnyTensor)
    output = result_def(AnyTensor)
    assembly_format = f"$input `,` $scale {AXIS_FORMAT}{FUNCTION_TYPE}"
    RANGE: ClassVar = INT8_RANGE
    MAKES: ClassVar = (f32, i8)
    LAYER: ClassVar = LayerSpec("Quantize", (_size(0, "scale", 1),), (_stored("scale"),))


@irdl_op_definition
class DequantizeOp(QuantizationOp):
    """
    `activation(scale * x + bias)` of integers, by channel; every product and sum is rounded.

    ncnn's layer has no activation: it comes from the layer that computed the integer sums.
    Source: ncnn, dequantize.cpp.
    """

    name = "ncnn.dequantize"
    input = operand_def(AnyTensor)
    scale = operand_def(AnyTensor)
    bias = opt_operand_def(AnyTensor)
    activation = prop_def(ActivationAttr, default_value=NO_ACTIVATION)
    activation_params = prop_def(F32Array, default_value=NO_FLOATS)
    output = result_def(AnyTensor)
    assembly_format = (
        f"$input `,` $scale {optional('bias')}{ACTIVATION_FORMAT}{AXIS_FORMAT}{FUNCTION_TYPE}"
    )
    READS: ClassVar = (f32, i32)
    INTEGER_OPERANDS: ClassVar = frozenset({"input"})
    LAYER: ClassVar = LayerSpec(
        "Dequantize", (_size(0, "scale", 1), _size(1, "bias", 0)), (_stored("scale"), _BIAS)
    )

    def layer_spec(self) -> LayerSpec | None:
        return super().layer_spec() if self.activation == NO_ACTIVATION else None


@irdl_op_definition
class RequantizeOp(QuantizationOp):
    """
    `quantize(scale_out * activation(scale_in * x + bias))` of integers, by channel.

    `bounded` says that i32 holds the numbers that are rounded, and that `scale_out` is positive.
    Source: ncnn, requantize.cpp.
    """

    name = "ncnn.requantize"
    input = operand_def(AnyTensor)
    scale_in = operand_def(AnyTensor)
    scale_out = operand_def(AnyTensor)
    bias = opt_operand_def(AnyTensor)
    activation = prop_def(ActivationAttr, default_value=NO_ACTIVATION)
    activation_params = prop_def(F32Array, default_value=NO_FLOATS)
    bounded = opt_prop_def(UnitAttr)
    output = result_def(AnyTensor)
    assembly_format = (
        f"$input `,` $scale_in `,` $scale_out (`bias` $bias^)? {ACTIVATION_FORMAT}{AXIS_FORMAT}"
        "(`bounded` $bounded^)? "
        "attr-dict `:` functional-type(operands, results)"
    )
    RANGE: ClassVar = INT8_RANGE
    READS: ClassVar = (f32, i32)
    MAKES: ClassVar = (f32, i8)
    INTEGER_OPERANDS: ClassVar = frozenset({"input"})
    LAYER: ClassVar = LayerSpec(
        "Requantize",
        (
            _size(0, "scale_in", 1),
            _size(1, "scale_out", 1),
            _size(2, "bias", 0),
            Param(3, "activation_type", "int", 0),
            Param(4, "activation_params", "floats", []),
        ),
        (_stored("scale_in"), _stored("scale_out"), _BIAS),
    )

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        return {**activation_properties(params)}

    def layer_params(self) -> dict[str, ParamValue]:
        return {
            **super().layer_params(),
            "activation_type": value_of(self.activation),
            "activation_params": value_of(self.activation_params),
        }
