"""Convolution and ConvolutionDepthWise (which is any grouped convolution)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, ClassVar, Self, cast

from xdsl.dialects.builtin import DenseArrayBase, FloatAttr, IntegerAttr, f32, i64
from xdsl.ir import Attribute, OpResult, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    opt_region_def,
    prop_def,
    result_def,
    var_operand_def,
)

from ..attributes import ActivationAttr, AlgorithmAttr
from ..base import (
    F32,
    I64,
    UNRANKED,
    AnyTensor,
    F32Array,
    I64Array,
    InvalidLayerError,
    NcnnOp,
    Shape,
    ShapeError,
    float_list,
    has_shape,
    int_list,
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
from ..ranks import Rank, RankOf, SameRank
from ..value_range import Range, RangeOf
from ..window import check_steps, dilated_extent, resolve_pads, window_counts

ONES = DenseArrayBase.from_list(i64, [1, 1])
NO_PAD = DenseArrayBase.from_list(i64, [0, 0, 0, 0])


def same(name: str) -> Any:
    """A parameter default: the value of an earlier parameter."""
    return lambda params: params[name]


WINDOW_PARAMS = (
    Param(1, "kernel_w", "int", 0),
    Param(11, "kernel_h", "int", same("kernel_w")),
    Param(2, "dilation_w", "int", 1),
    Param(12, "dilation_h", "int", same("dilation_w")),
    Param(3, "stride_w", "int", 1),
    Param(13, "stride_h", "int", same("stride_w")),
    Param(4, "pad_left", "int", 0),
    Param(15, "pad_right", "int", same("pad_left")),
    Param(14, "pad_top", "int", same("pad_left")),
    Param(16, "pad_bottom", "int", same("pad_top")),
)
"""Kernel, dilation, stride and padding, as the convolution family numbers them."""


def stored_weights(params: Params) -> bool:
    """Whether the weights are in the `.bin` (and not an input of the layer)."""
    return not params.get("dynamic_weight", 0)


def is_int8(params: Params) -> bool:
    """Whether the layer stores int8 scales."""
    return stored_weights(params) and bool(params["int8_scale_term"])


def weight_shape(params: Params, *kernel: int) -> tuple[int, ...]:
    """
    Shape of the weights `[out][in / group]` and kernel, the input channels being derived.

    Raises: ShapeError if the number of weights does not divide.
    """
    outputs = integer(params, "num_output")
    taps = prod(kernel)
    size = integer(params, "weight_data_size")
    if outputs <= 0 or taps <= 0:
        raise ShapeError(f"num_output {outputs} and kernel area {taps} must be positive")
    if size <= 0 or size % (outputs * taps):
        raise ShapeError(
            f"weight_data_size {size} is not a multiple of num_output {outputs} x {taps} taps"
        )
    return (outputs, size // (outputs * taps), *kernel)


def oihw_shape(params: Params) -> tuple[int, ...]:
    """Shape of the weights `[out][in / group][kernel h][kernel w]`."""
    return weight_shape(params, integer(params, "kernel_h"), integer(params, "kernel_w"))


def has_bias(params: Params) -> bool:
    """Whether a bias is stored."""
    return stored_weights(params) and bool(params["bias_term"])


def weight_scale_count(params: Params) -> tuple[int, ...]:
    """One scale per output channel; per group (term 1, 101) or one (2, 102) when grouped."""
    if "group" not in params:
        return (integer(params, "num_output"),)
    return (integer(params, "group") if integer(params, "int8_scale_term") % 100 == 1 else 1,)


CONVOLUTION_WEIGHTS = (
    Weight("weight", oihw_shape, True, stored_weights),
    Weight("bias", lambda p: (integer(p, "num_output"),), False, has_bias),
    Weight("weight_scale", weight_scale_count, False, is_int8),
    Weight("input_scale", lambda p: (1,), False, is_int8),
    Weight(
        "output_scale",
        lambda p: (1,),
        False,
        lambda p: is_int8(p) and integer(p, "int8_scale_term") > 100,
    ),
)


def group_property(params: Params) -> IntegerAttr:
    """The property `group`. Raises: InvalidLayerError if it is not positive."""
    group = integer(params, "group")
    if group < 1:
        raise InvalidLayerError(f"group must be positive, not {group}")
    return IntegerAttr(group, i64)


def named_operands(
    params: Params, inputs: Sequence[SSAValue], weights: Mapping[str, SSAValue], top_count: int
) -> dict[str, SSAValue]:
    """
    The operands of a layer with weights by name: dynamic ones are its second and third input.

    Raises: InvalidLayerError if there are fewer inputs than the layer takes, or several outputs, or
    more inputs than one where the weights are stored; ShapeError for more inputs otherwise.
    """
    named = dict(weights)
    rest = list(inputs[1:])
    if not stored_weights(params):
        if not rest:
            raise InvalidLayerError("has dynamic weights and needs them as its second input")
        named["weight"] = rest.pop(0)
        if params["bias_term"] and rest:
            named["bias"] = rest.pop(0)
    counts = f"has {len(inputs)} inputs and {top_count} outputs"
    if not inputs or top_count != 1:
        raise InvalidLayerError(counts)
    if rest:
        raise InvalidLayerError(counts) if stored_weights(params) else ShapeError(counts)
    return {"input": inputs[0], **named}


def present(named: Mapping[str, SSAValue], name: str) -> list[SSAValue]:
    """An optional operand as a list of one, or of none."""
    return [named[name]] if name in named else []


def check_channels(
    channels: int, weight: Sequence[int], bias: SSAValue | None, groups: int
) -> None:
    """
    Check the weights `[out][in / group]...` and the bias against an input of `channels`.

    Raises: ShapeError if they do not fit.
    """
    outputs = weight[0]
    if groups < 1 or outputs % groups:
        raise ShapeError(f"{outputs} output channels do not divide into {groups} groups")
    if channels != weight[1] * groups:
        raise ShapeError(f"input has {channels} channels, the weights are for {weight[1] * groups}")
    if bias is not None and shape_of(bias) != (outputs,):
        raise ShapeError(f"bias has shape {list(shape_of(bias))}, not [{outputs}]")


class ConvolutionBase(NcnnOp):
    """
    What both convolutions share: `c,h,w` in, weights `[out][in/group][kh][kw]`, `out,oh,ow` out.

    `pad` is `[top, left, bottom, right]`; all four -233 (SAME_UPPER) or -234 (SAME_LOWER) asks for
    padding that keeps `ceil(in / stride)`. From level 2 on the op carries the `algorithm`, and an
    epilogue region that computes each output from the accumulator and the epilogue operands.
    """

    FAMILY: ClassVar = Family.CONVOLUTION

    input = operand_def(AnyTensor)
    weight = operand_def(AnyTensor)
    bias = opt_operand_def(AnyTensor)
    weight_scale = opt_operand_def(AnyTensor)
    input_scale = opt_operand_def(AnyTensor)
    output_scale = opt_operand_def(AnyTensor)
    epilogue_operands = var_operand_def(AnyTensor)

    stride = prop_def(I64Array, default_value=ONES)
    dilation = prop_def(I64Array, default_value=ONES)
    pad = prop_def(I64Array, default_value=NO_PAD)
    pad_value = prop_def(F32, default_value=FloatAttr(0.0, f32))
    activation = prop_def(ActivationAttr, default_value=NO_ACTIVATION)
    activation_params = prop_def(F32Array, default_value=NO_FLOATS)
    int8_scale_term = prop_def(I64, default_value=IntegerAttr(0, i64))
    algorithm = opt_prop_def(AlgorithmAttr)

    epilogue = opt_region_def()
    output = result_def(AnyTensor)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    DRIVES_LAYOUT: ClassVar[bool] = True

    @property
    def groups(self) -> int:
        """Number of groups; 1 for a plain convolution."""
        return 1

    @property
    def kernel_shape(self) -> tuple[int, int]:
        """Kernel height and width, in taps."""
        return cast("tuple[int, int]", shape_of(self.weight)[2:])

    @property
    def is_vector(self) -> bool:
        """
        Whether a vector goes through a 1x1 convolution: then it is an inner product, and the result
        is a vector too, see `keeps_vectors` (models have this after a global pooling).
        """
        return self.groups == 1 and len(shape_of(self.input)) == 1 and self.kernel_shape == (1, 1)

    @property
    def keeps_vectors(self) -> bool:
        """
        Whether a 1x1 convolution of a vector makes a vector; in int8 it makes an image of one cell.
        """
        return self.int8_scale_term.value.data == 0

    @property
    def spatial_input_shape(self) -> Shape:
        """The input's shape `c,h,w`. Raises: ShapeError if it is none."""
        shape = shape_of(self.input)
        if self.is_vector:
            return (*shape, 1, 1)
        if len(shape) != 3:
            raise ShapeError(f"input must have 3 dimensions (c,h,w), not {len(shape)}")
        return shape

    def _extents(self) -> list[int]:
        """The kernel's height and width with the cells between dilated taps."""
        return [
            dilated_extent(k, d)
            for k, d in zip(self.kernel_shape, int_list(self.dilation), strict=True)
        ]

    def resolved_pads(self) -> tuple[int, int, int, int]:
        """`[top, left, bottom, right]` for the input's shape."""
        if self.is_vector:
            return 0, 0, 0, 0
        size = shape_of(self.input)[1:]
        pads = resolve_pads(int_list(self.pad), size, self._extents(), int_list(self.stride))
        return cast("tuple[int, int, int, int]", pads)

    def infer_shapes(self) -> list[Shape]:
        shape = self.spatial_input_shape
        weight = shape_of(self.weight)
        if len(weight) != 4:
            raise ShapeError(f"weight must have 4 dimensions, not {len(weight)}")
        check_channels(shape[0], weight, self.bias, self.groups)
        stride = int_list(self.stride)
        check_steps(stride=stride, dilation=int_list(self.dilation))
        counts = window_counts(shape[1:], self.resolved_pads(), self._extents(), stride)
        return [weight[:1] if self.is_vector and self.keeps_vectors else (weight[0], *counts)]

    @property
    def may_be_vector(self) -> bool:
        """Whether the op makes a vector of a vector, if its input is one."""
        is_1x1 = has_shape(self.weight) and self.kernel_shape == (1, 1)
        return self.groups == 1 and self.keeps_vectors and is_1x1

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return SameRank(self.input) if self.may_be_vector else 3

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return range_of_activation(self.activation.data, float_list(self.activation_params))

    def multiply_adds(self) -> int:
        return prod(shape_of(self.output)) * prod(shape_of(self.weight)[1:])

    def supports_packing(self) -> bool:
        return not self.is_vector

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        """Properties from layer parameters. Raises: ShapeError for values that cannot be."""

        def array(*names: str) -> Attribute:
            return DenseArrayBase.from_list(i64, [integer(params, n) for n in names])

        return {
            "stride": array("stride_h", "stride_w"),
            "dilation": array("dilation_h", "dilation_w"),
            "pad": array("pad_top", "pad_left", "pad_bottom", "pad_right"),
            "pad_value": FloatAttr(float(cast(float, params["pad_value"])), f32),
            "int8_scale_term": IntegerAttr(integer(params, "int8_scale_term"), i64),
            **activation_properties(params),
        }

    def layer_params(self) -> dict[str, ParamValue]:
        weights = weight_parameters(self.weight, self.bias)
        if weights["dynamic_weight"] and self.weight_scale is not None:
            raise ShapeError("int8 scales do not go with weights that are computed")
        return {
            **super().layer_params(),
            **weights,
            **named_integers(self.stride, "stride_h", "stride_w"),
            **named_integers(self.dilation, "dilation_h", "dilation_w"),
            **named_integers(self.pad, "pad_top", "pad_left", "pad_bottom", "pad_right"),
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
        optional = ("bias", "weight_scale", "input_scale", "output_scale")
        return cls.build(
            operands=[named["input"], named["weight"], *(present(named, n) for n in optional), []],
            properties=cls.layer_properties(params),
            regions=[[]],
            result_types=[UNRANKED],
        )


WEIGHTS_FORMAT = "$input `,` $weight (`bias` $bias^ `:` type($bias))? "
"""Input, weights and bias of an op that multiplies by weights."""
SCALES_FORMAT = (
    "(`weight_scale` $weight_scale^ `:` type($weight_scale))? "
    "(`input_scale` $input_scale^ `:` type($input_scale))? "
)
ACTIVATION_FORMAT = "(`activation` $activation^)? (`params` $activation_params^)? "
EPILOGUE_FORMAT = (
    "(`fused_with` `(` $epilogue_operands^ `:` type($epilogue_operands) `)`)? "
    "(`epilogue` $epilogue^)? "
)
WEIGHTED_TYPES_FORMAT = "attr-dict `:` type($input) `,` type($weight) `->` type($output)"

FORMAT = (
    f"{WEIGHTS_FORMAT}{SCALES_FORMAT}"
    "(`output_scale` $output_scale^ `:` type($output_scale))? "
    "{group}(`stride` $stride^)? (`dilation` $dilation^)? "
    "(`pad` $pad^)? (`pad_value` $pad_value^)? "
    f"{ACTIVATION_FORMAT}"
    "(`int8_scale_term` $int8_scale_term^)? "
    "(`algorithm` $algorithm^)? "
    f"{EPILOGUE_FORMAT}{WEIGHTED_TYPES_FORMAT}"
)

CONVOLUTION_PARAMS = (
    Param(0, "num_output", "int", 0),
    *WINDOW_PARAMS,
    Param(18, "pad_value", "float", 0.0),
    Param(5, "bias_term", "int", 0),
    Param(6, "weight_data_size", "int", 0),
    Param(8, "int8_scale_term", "int", 0),
    *ACTIVATION_PARAMS,
    Param(19, "dynamic_weight", "int", 0),
)


@irdl_op_definition
class ConvolutionOp(ConvolutionBase):
    """`ncnn.convolution %x, %w bias %b stride [1, 1] pad [1, 1, 1, 1]`: a dense 2-D convolution."""

    name = "ncnn.convolution"
    assembly_format = FORMAT.replace("{group}", "")
    LAYER: ClassVar = LayerSpec("Convolution", CONVOLUTION_PARAMS, CONVOLUTION_WEIGHTS)


@irdl_op_definition
class ConvolutionDepthWiseOp(ConvolutionBase):
    """
    `ncnn.convolution_depthwise %x, %w group 32`: a convolution in `group` groups.

    Weights are `[out][in / group][kh][kw]`; depthwise proper is the case group = in = out.
    """

    name = "ncnn.convolution_depthwise"
    group = prop_def(I64, default_value=IntegerAttr(1, i64))
    assembly_format = FORMAT.replace("{group}", "(`group` $group^)? ")
    LAYER: ClassVar = LayerSpec(
        "ConvolutionDepthWise",
        (*CONVOLUTION_PARAMS, Param(7, "group", "int", 1)),
        CONVOLUTION_WEIGHTS,
    )

    @property
    def groups(self) -> int:
        return self.group.value.data

    @property
    def is_depthwise(self) -> bool:
        """Whether every group is one channel in, one channel out."""
        weight = shape_of(self.weight)
        return weight[0] == self.groups and weight[1] == 1

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        return {**super().layer_properties(params), "group": group_property(params)}
