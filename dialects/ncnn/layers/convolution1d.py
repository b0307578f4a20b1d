"""Convolution1D and ConvolutionDepthWise1D (which is any grouped one): sequences of channels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import ClassVar, Self, cast

from xdsl.dialects.builtin import FloatAttr, IntegerAttr, f32, i64
from xdsl.ir import Attribute, OpResult, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
)

from ..attributes import ActivationAttr
from ..axes import int_array, sized_list
from ..base import (
    F32,
    I64,
    UNRANKED,
    AnyTensor,
    F32Array,
    I64Array,
    NcnnOp,
    Shape,
    ShapeError,
    float_list,
    integer,
    shape_of,
    value_of,
)
from ..fused_activation import (
    ACTIVATION_PARAMS,
    NO_ACTIVATION,
    NO_FLOATS,
    activation_properties,
    range_of_activation,
)
from ..layer import Family, LayerSpec, Param, Params, ParamValue, Weight
from ..layer_params import named_integers, weight_parameters
from ..ranks import Rank, RankOf
from ..value_range import Range, RangeOf
from ..window import check_steps, dilated_extent, resolve_pads, window_counts
from .convolution import (
    ACTIVATION_FORMAT,
    WEIGHTED_TYPES_FORMAT,
    WEIGHTS_FORMAT,
    check_channels,
    group_property,
    has_bias,
    named_operands,
    present,
    same,
    stored_weights,
    weight_shape,
)

ONE = IntegerAttr(1, i64)
NO_PAD_1D = int_array([0, 0])

WINDOW_PARAMS_1D = (
    Param(1, "kernel_w", "int", 0),
    Param(2, "dilation_w", "int", 1),
    Param(3, "stride_w", "int", 1),
    Param(4, "pad_left", "int", 0),
    Param(15, "pad_right", "int", same("pad_left")),
)
"""Kernel, dilation, stride and padding, as the convolution family numbers them."""


def oiw_shape(params: Params) -> tuple[int, ...]:
    """Shape of the weights `[out][in / group][kernel]`."""
    return weight_shape(params, integer(params, "kernel_w"))


WEIGHTS_1D = (
    Weight("weight", oiw_shape, True, stored_weights),
    Weight("bias", lambda p: (integer(p, "num_output"),), False, has_bias),
)


def sequence_shape(input: SSAValue, weight: SSAValue) -> tuple[Shape, Shape]:
    """
    The shapes `channels,w` and `out,in/group,k` of the operands of a layer on a sequence.

    Raises: ShapeError if they have other numbers of dimensions.
    """
    shape, weights = shape_of(input), shape_of(weight)
    if len(shape) != 2:
        raise ShapeError(f"input must have 2 dimensions (channels,w), not {len(shape)}")
    if len(weights) != 3:
        raise ShapeError(f"weight must have 3 dimensions, not {len(weights)}")
    return shape, weights


class Convolution1DBase(NcnnOp):
    """
    What both share: `channels,w` in, weights `[out][in/group][k]`, `out,ow` out.

    `pad` is `[left, right]`; both -233 (SAME_UPPER) or -234 (SAME_LOWER) asks for padding that
    keeps `ceil(in / stride)`. Compiled as a convolution of `channels,1,w`.

    Source: ncnn, convolution1d.cpp.
    """

    FAMILY: ClassVar = Family.CONVOLUTION

    input = operand_def(AnyTensor)
    weight = operand_def(AnyTensor)
    bias = opt_operand_def(AnyTensor)

    stride = prop_def(I64, default_value=ONE)
    dilation = prop_def(I64, default_value=ONE)
    pad = prop_def(I64Array, default_value=NO_PAD_1D)
    pad_value = prop_def(F32, default_value=FloatAttr(0.0, f32))
    activation = prop_def(ActivationAttr, default_value=NO_ACTIVATION)
    activation_params = prop_def(F32Array, default_value=NO_FLOATS)

    output = result_def(AnyTensor)

    @property
    def groups(self) -> int:
        """Number of groups; 1 for a plain convolution."""
        return 1

    @property
    def used_weight_shape(self) -> Shape:
        """The shape `out,in/group,k` of the weights that count."""
        return shape_of(self.weight)

    @property
    def has_spare_weights(self) -> bool:
        """Whether only the first of the weights count, as if they stood in `used_weight_shape`."""
        return self.used_weight_shape != shape_of(self.weight)

    def resolved_pads(self) -> tuple[int, int]:
        """`[left, right]` for the input's shape."""
        size = shape_of(self.input)[1:]
        pads = sized_list(self.pad, 2, "pad")
        left, right = resolve_pads(pads, size, [self._extent()], [self.stride.value.data])
        return left, right

    def _extent(self) -> int:
        return dilated_extent(shape_of(self.weight)[2], self.dilation.value.data)

    def infer_shapes(self) -> list[Shape]:
        shape, _ = sequence_shape(self.input, self.weight)
        weight = self.used_weight_shape
        check_channels(shape[0], weight, self.bias, self.groups)
        stride = self.stride.value.data
        check_steps(stride=[stride], dilation=[self.dilation.value.data])
        counts = window_counts(shape[1:], self.resolved_pads(), [self._extent()], [stride])
        return [(weight[0], *counts)]

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return 2

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return range_of_activation(self.activation.data, float_list(self.activation_params))

    def multiply_adds(self) -> int:
        return prod(shape_of(self.output)) * prod(self.used_weight_shape[1:])

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        return {
            "stride": IntegerAttr(integer(params, "stride_w"), i64),
            "dilation": IntegerAttr(integer(params, "dilation_w"), i64),
            "pad": int_array([integer(params, "pad_left"), integer(params, "pad_right")]),
            "pad_value": FloatAttr(float(cast(float, params["pad_value"])), f32),
            **activation_properties(params),
        }

    def layer_params(self) -> dict[str, ParamValue]:
        return {
            **super().layer_params(),
            **weight_parameters(self.weight, self.bias, ["kernel_w"]),
            **named_integers(self.pad, "pad_left", "pad_right"),
            "stride_w": self.stride.value.data,
            "dilation_w": self.dilation.value.data,
            "activation_type": value_of(self.activation),
        }

    @classmethod
    def from_layer(
        cls,
        params: Params,
        inputs: Sequence[SSAValue],
        weights: Mapping[str, SSAValue],
        top_count: int,
    ) -> Self:
        named = named_operands(params, inputs, weights, top_count)
        return cls.build(
            operands=[named["input"], named["weight"], present(named, "bias")],
            properties=cls.layer_properties(params),
            result_types=[UNRANKED],
        )


FORMAT = (
    f"{WEIGHTS_FORMAT}"
    "{group}(`stride` $stride^)? (`dilation` $dilation^)? "
    "(`pad` $pad^)? (`pad_value` $pad_value^)? "
    f"{ACTIVATION_FORMAT}{WEIGHTED_TYPES_FORMAT}"
)

CONVOLUTION_1D_PARAMS = (
    Param(0, "num_output", "int", 0),
    *WINDOW_PARAMS_1D,
    Param(18, "pad_value", "float", 0.0),
    Param(5, "bias_term", "int", 0),
    Param(6, "weight_data_size", "int", 0),
    *ACTIVATION_PARAMS,
    Param(19, "dynamic_weight", "int", 0),
)


@irdl_op_definition
class Convolution1DOp(Convolution1DBase):
    """`ncnn.convolution1d %x, %w bias %b stride 2 pad [1, 1]`: a dense 1-D convolution."""

    name = "ncnn.convolution1d"
    assembly_format = FORMAT.replace("{group}", "")
    LAYER: ClassVar = LayerSpec("Convolution1D", CONVOLUTION_1D_PARAMS, WEIGHTS_1D)


@irdl_op_definition
class ConvolutionDepthWise1DOp(Convolution1DBase):
    """
    `ncnn.convolution_depthwise1d %x, %w group 32`: a 1-D convolution in `group` groups.

    There may be more weights than the input has channels for: those that come first count.
    """

    name = "ncnn.convolution_depthwise1d"
    group = prop_def(I64, default_value=ONE)
    assembly_format = FORMAT.replace("{group}", "(`group` $group^)? ")
    LAYER: ClassVar = LayerSpec(
        "ConvolutionDepthWise1D",
        (*CONVOLUTION_1D_PARAMS, Param(7, "group", "int", 1)),
        WEIGHTS_1D,
    )

    @property
    def groups(self) -> int:
        return self.group.value.data

    @property
    def used_weight_shape(self) -> Shape:
        (channels, _), weight = sequence_shape(self.input, self.weight)
        per_group = channels // self.groups if self.groups > 0 else 0
        if per_group * self.groups != channels or per_group > weight[1]:
            return weight
        return weight[0], per_group, weight[2]

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        return {**super().layer_properties(params), "group": group_property(params)}
