"""Deconvolution1D and DeconvolutionDepthWise1D (which is any grouped one)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import ClassVar, Self, cast

from xdsl.dialects.builtin import IntegerAttr, UnitAttr, i64
from xdsl.ir import Attribute, OpResult, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
)

from ..attributes import ActivationAttr
from ..axes import int_array, sized_list
from ..base import (
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
from ..layer import Family, LayerSpec, Param, Params, ParamValue
from ..layer_params import named_integers
from ..ranks import Rank, RankOf
from ..value_range import Range, RangeOf
from ..window import cut_extents, full_extents, resolve_cuts
from .convolution import (
    ACTIVATION_FORMAT,
    WEIGHTED_TYPES_FORMAT,
    WEIGHTS_FORMAT,
    group_property,
    named_operands,
    present,
    stored_weights,
)
from .convolution1d import NO_PAD_1D, ONE, WEIGHTS_1D, WINDOW_PARAMS_1D
from .deconvolution import (
    check_transposed_channels,
    kernel_dimensions,
    transposed_weight_parameters,
)

ZERO = IntegerAttr(0, i64)


class Deconvolution1DBase(NcnnOp):
    """
    What both share: `channels,w` in, weights `[out][in/group][k]`, `out,ow` out.

    As `ncnn.deconvolution`, along the one axis of sequences: `pad` is `[left, right]`, an
    `output_size` of 0 is none, and weights that come from an input are `[in][out/group][k]`.
    Compiled as a deconvolution of `channels,1,w`.

    Source: ncnn, deconvolution1d.cpp.
    """

    FAMILY: ClassVar = Family.CONVOLUTION

    input = operand_def(AnyTensor)
    weight = operand_def(AnyTensor)
    bias = opt_operand_def(AnyTensor)

    stride = prop_def(I64, default_value=ONE)
    dilation = prop_def(I64, default_value=ONE)
    pad = prop_def(I64Array, default_value=NO_PAD_1D)
    output_pad = prop_def(I64, default_value=ZERO)
    output_size = prop_def(I64, default_value=ZERO)
    activation = prop_def(ActivationAttr, default_value=NO_ACTIVATION)
    activation_params = prop_def(F32Array, default_value=NO_FLOATS)
    transposed_weight = opt_prop_def(UnitAttr)

    output = result_def(AnyTensor)

    @property
    def groups(self) -> int:
        """Number of groups; 1 for a plain deconvolution."""
        return 1

    def weight_dimensions(self) -> tuple[int, int, int]:
        """Outputs, input channels (of all groups), taps."""
        dimensions = kernel_dimensions(self.weight, 3, self.groups, self.transposed_weight)
        return cast("tuple[int, int, int]", dimensions)

    def full_size(self) -> int:
        """Length of the result before anything is cut off."""
        (length,) = full_extents(
            shape_of(self.input)[1:],
            self.weight_dimensions()[2:],
            [self.stride.value.data],
            [self.dilation.value.data],
            [self.output_pad.value.data],
        )
        return length

    def resolved_cuts(self) -> tuple[int, int]:
        """Cells to cut off the full result: `[left, right]`."""
        pads = sized_list(self.pad, 2, "pad")
        left, right = resolve_cuts(pads, [self.output_size.value.data], [self.full_size()])
        return left, right

    def infer_shapes(self) -> list[Shape]:
        shape = shape_of(self.input)
        if len(shape) != 2:
            raise ShapeError(f"input must have 2 dimensions (channels,w), not {len(shape)}")
        outputs, channels, _ = self.weight_dimensions()
        check_transposed_channels(shape[0], channels, outputs, self.groups, self.bias)
        return [(outputs, *cut_extents([self.full_size()], self.resolved_cuts()))]

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return 2

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return range_of_activation(self.activation.data, float_list(self.activation_params))

    def multiply_adds(self) -> int:
        outputs, inputs_of_group, *kernel = self.weight_dimensions()
        cells, channels = prod(shape_of(self.input)), shape_of(self.input)[0]
        return cells * outputs * inputs_of_group * prod(kernel) // channels

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        def number(name: str) -> Attribute:
            return IntegerAttr(integer(params, name), i64)

        return {
            "stride": number("stride_w"),
            "dilation": number("dilation_w"),
            "pad": int_array([integer(params, "pad_left"), integer(params, "pad_right")]),
            "output_pad": number("output_pad_right"),
            "output_size": number("output_w"),
            "transposed_weight": None if stored_weights(params) else UnitAttr(),
            **activation_properties(params),
        }

    def layer_params(self) -> dict[str, ParamValue]:
        return {
            **super().layer_params(),
            **transposed_weight_parameters(
                self.weight, self.bias, self.transposed_weight, self.groups, ["kernel_w"]
            ),
            **named_integers(self.pad, "pad_left", "pad_right"),
            "stride_w": self.stride.value.data,
            "dilation_w": self.dilation.value.data,
            "output_pad_right": self.output_pad.value.data,
            "output_w": self.output_size.value.data,
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
    "{group}(`stride` $stride^)? (`dilation` $dilation^)? (`pad` $pad^)? "
    "(`output_pad` $output_pad^)? (`output_size` $output_size^)? "
    f"{ACTIVATION_FORMAT}"
    "(`transposed_weight` $transposed_weight^)? "
    f"{WEIGHTED_TYPES_FORMAT}"
)

DECONVOLUTION_1D_PARAMS = (
    Param(0, "num_output", "int", 0),
    *WINDOW_PARAMS_1D,
    Param(18, "output_pad_right", "int", 0),
    Param(20, "output_w", "int", 0),
    Param(5, "bias_term", "int", 0),
    Param(6, "weight_data_size", "int", 0),
    *ACTIVATION_PARAMS,
    Param(28, "dynamic_weight", "int", 0),
)


@irdl_op_definition
class Deconvolution1DOp(Deconvolution1DBase):
    """`ncnn.deconvolution1d %x, %w bias %b stride 2`: the transpose of a 1-D convolution."""

    name = "ncnn.deconvolution1d"
    assembly_format = FORMAT.replace("{group}", "")
    LAYER: ClassVar = LayerSpec("Deconvolution1D", DECONVOLUTION_1D_PARAMS, WEIGHTS_1D)


@irdl_op_definition
class DeconvolutionDepthWise1DOp(Deconvolution1DBase):
    """`ncnn.deconvolution_depthwise1d %x, %w group 32`: one in `group` groups."""

    name = "ncnn.deconvolution_depthwise1d"
    group = prop_def(I64, default_value=ONE)
    assembly_format = FORMAT.replace("{group}", "(`group` $group^)? ")
    LAYER: ClassVar = LayerSpec(
        "DeconvolutionDepthWise1D",
        (*DECONVOLUTION_1D_PARAMS, Param(7, "group", "int", 1)),
        WEIGHTS_1D,
    )

    @property
    def groups(self) -> int:
        return self.group.value.data

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        return {**super().layer_properties(params), "group": group_property(params)}
