"""Deconvolution and DeconvolutionDepthWise (which is any grouped deconvolution)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import ClassVar, Self, cast

from xdsl.dialects.builtin import IntegerAttr, UnitAttr, i64
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
    has_shape,
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
from ..window import cut_extents, full_extents, resolve_cuts
from .convolution import (
    ACTIVATION_FORMAT,
    EPILOGUE_FORMAT,
    NO_PAD,
    ONES,
    WEIGHTED_TYPES_FORMAT,
    WEIGHTS_FORMAT,
    WINDOW_PARAMS,
    group_property,
    has_bias,
    named_operands,
    oihw_shape,
    present,
    same,
    stored_weights,
)

ZEROS = int_array([0, 0])


def kernel_dimensions(
    weight: SSAValue, rank: int, groups: int, transposed: UnitAttr | None
) -> tuple[int, ...]:
    """
    Outputs, input channels (of all groups) and the extents of the kernel.

    Raises: ShapeError if the weights have another rank.
    """
    shape = shape_of(weight)
    if len(shape) != rank:
        raise ShapeError(f"weight must have {rank} dimensions, not {len(shape)}")
    first, second, *kernel = shape
    if transposed is not None:
        return second * groups, first, *kernel
    return first, second * groups, *kernel


def check_transposed_channels(
    given: int, channels: int, outputs: int, groups: int, bias: SSAValue | None
) -> None:
    """Raises: ShapeError if the channels of input, weights and bias do not fit."""
    if groups < 1 or outputs % groups or channels % groups:
        raise ShapeError(f"{channels} to {outputs} channels do not divide into {groups} groups")
    if given != channels:
        raise ShapeError(f"input has {given} channels, the weights are for {channels}")
    if bias is not None and shape_of(bias) != (outputs,):
        raise ShapeError(f"bias has shape {list(shape_of(bias))}, not [{outputs}]")


def transposed_weight_parameters(
    weight: SSAValue,
    bias: SSAValue | None,
    transposed: UnitAttr | None,
    groups: int,
    kernel_names: Sequence[str] = ("kernel_h", "kernel_w"),
) -> dict[str, ParamValue]:
    """
    What a layer says of its weights and bias: transposed weights are an input, others stored.

    Raises: ShapeError for weights that are neither.
    """
    params = weight_parameters(weight, bias, kernel_names)
    if transposed is None:
        if params["dynamic_weight"]:
            raise ShapeError("weights that are computed must be `transposed_weight`")
        return params
    if has_shape(weight):
        rank = 2 + len(kernel_names)
        params["num_output"] = kernel_dimensions(weight, rank, groups, transposed)[0]
    return {**params, "dynamic_weight": 1, "weight_data_size": 0}


class DeconvolutionBase(NcnnOp):
    """
    What both deconvolutions share: `c,h,w` in, weights `[out][in/group][kh][kw]`, `out,oh,ow` out.

    Every input cell adds its weighted kernel to the full result, of extent
    `(in - 1) * stride + dilation * (kernel - 1) + 1 + output_pad`; then the borders are cut off:
    `pad` (`[top, left, bottom, right]`) if any is positive; else, with an `output_size`, what
    exceeds it, on both sides as the SAME code in `pad` says.

    Weights that come from an input are `[in][out/group][kh][kw]`: `transposed_weight`.
    Source: ncnn, deconvolution.cpp.
    """

    FAMILY: ClassVar = Family.CONVOLUTION

    input = operand_def(AnyTensor)
    weight = operand_def(AnyTensor)
    bias = opt_operand_def(AnyTensor)
    epilogue_operands = var_operand_def(AnyTensor)

    stride = prop_def(I64Array, default_value=ONES)
    dilation = prop_def(I64Array, default_value=ONES)
    pad = prop_def(I64Array, default_value=NO_PAD)
    output_pad = prop_def(I64Array, default_value=ZEROS)
    output_size = prop_def(I64Array, default_value=ZEROS)
    activation = prop_def(ActivationAttr, default_value=NO_ACTIVATION)
    activation_params = prop_def(F32Array, default_value=NO_FLOATS)
    transposed_weight = opt_prop_def(UnitAttr)

    epilogue = opt_region_def()
    output = result_def(AnyTensor)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @property
    def groups(self) -> int:
        """Number of groups; 1 for a plain deconvolution."""
        return 1

    def weight_dimensions(self) -> tuple[int, int, int, int]:
        """Outputs, input channels (of all groups), kernel height and width."""
        dimensions = kernel_dimensions(self.weight, 4, self.groups, self.transposed_weight)
        return cast("tuple[int, int, int, int]", dimensions)

    def full_size(self) -> tuple[int, int]:
        """Height and width of the result before anything is cut off."""
        rows, columns = full_extents(
            shape_of(self.input)[1:],
            self.weight_dimensions()[2:],
            sized_list(self.stride, 2, "stride"),
            sized_list(self.dilation, 2, "dilation"),
            sized_list(self.output_pad, 2, "output_pad"),
        )
        return rows, columns

    def resolved_cuts(self) -> tuple[int, int, int, int]:
        """Cells to cut off the full result: `[top, left, bottom, right]`."""
        pads = sized_list(self.pad, 4, "pad")
        wanted = sized_list(self.output_size, 2, "output_size")
        return cast(
            "tuple[int, int, int, int]", tuple(resolve_cuts(pads, wanted, self.full_size()))
        )

    def infer_shapes(self) -> list[Shape]:
        shape = shape_of(self.input)
        if len(shape) != 3:
            raise ShapeError(f"input must have 3 dimensions (c,h,w), not {len(shape)}")
        outputs, channels, *_ = self.weight_dimensions()
        check_transposed_channels(shape[0], channels, outputs, self.groups, self.bias)
        return [(outputs, *cut_extents(self.full_size(), self.resolved_cuts()))]

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return 3

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return range_of_activation(self.activation.data, float_list(self.activation_params))

    def multiply_adds(self) -> int:
        outputs, inputs_of_group, *kernel = self.weight_dimensions()
        cells, channels = prod(shape_of(self.input)), shape_of(self.input)[0]
        return cells * outputs * inputs_of_group * prod(kernel) // channels

    def supports_packing(self) -> bool:
        return True

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        def array(*names: str) -> Attribute:
            return int_array([integer(params, n) for n in names])

        return {
            "stride": array("stride_h", "stride_w"),
            "dilation": array("dilation_h", "dilation_w"),
            "pad": array("pad_top", "pad_left", "pad_bottom", "pad_right"),
            "output_pad": array("output_pad_bottom", "output_pad_right"),
            "output_size": array("output_h", "output_w"),
            "transposed_weight": None if stored_weights(params) else UnitAttr(),
            **activation_properties(params),
        }

    def layer_params(self) -> dict[str, ParamValue]:
        return {
            **super().layer_params(),
            **transposed_weight_parameters(
                self.weight, self.bias, self.transposed_weight, self.groups
            ),
            **named_integers(self.stride, "stride_h", "stride_w"),
            **named_integers(self.dilation, "dilation_h", "dilation_w"),
            **named_integers(self.pad, "pad_top", "pad_left", "pad_bottom", "pad_right"),
            **named_integers(self.output_pad, "output_pad_bottom", "output_pad_right"),
            **named_integers(self.output_size, "output_h", "output_w"),
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
            operands=[named["input"], named["weight"], present(named, "bias"), []],
            properties=cls.layer_properties(params),
            regions=[[]],
            result_types=[UNRANKED],
        )


FORMAT = (
    f"{WEIGHTS_FORMAT}"
    "{group}(`stride` $stride^)? (`dilation` $dilation^)? (`pad` $pad^)? "
    "(`output_pad` $output_pad^)? (`output_size` $output_size^)? "
    f"{ACTIVATION_FORMAT}"
    "(`transposed_weight` $transposed_weight^)? "
    f"{EPILOGUE_FORMAT}{WEIGHTED_TYPES_FORMAT}"
)

DECONVOLUTION_PARAMS = (
    Param(0, "num_output", "int", 0),
    *WINDOW_PARAMS,
    Param(18, "output_pad_right", "int", 0),
    Param(19, "output_pad_bottom", "int", same("output_pad_right")),
    Param(20, "output_w", "int", 0),
    Param(21, "output_h", "int", same("output_w")),
    Param(5, "bias_term", "int", 0),
    Param(6, "weight_data_size", "int", 0),
    *ACTIVATION_PARAMS,
    Param(28, "dynamic_weight", "int", 0),
)

DECONVOLUTION_WEIGHTS = (
    Weight("weight", oihw_shape, True, stored_weights),
    Weight("bias", lambda p: (integer(p, "num_output"),), False, has_bias),
)


@irdl_op_definition
class DeconvolutionOp(DeconvolutionBase):
    """`ncnn.deconvolution %x, %w bias %b stride [2, 2]`: the transpose of a dense convolution."""

    name = "ncnn.deconvolution"
    assembly_format = FORMAT.replace("{group}", "")
    LAYER: ClassVar = LayerSpec("Deconvolution", DECONVOLUTION_PARAMS, DECONVOLUTION_WEIGHTS)


@irdl_op_definition
class DeconvolutionDepthWiseOp(DeconvolutionBase):
    """`ncnn.deconvolution_depthwise %x, %w group 32`: a deconvolution in `group` groups."""

    name = "ncnn.deconvolution_depthwise"
    group = prop_def(I64, default_value=IntegerAttr(1, i64))
    assembly_format = FORMAT.replace("{group}", "(`group` $group^)? ")
    LAYER: ClassVar = LayerSpec(
        "DeconvolutionDepthWise",
        (*DECONVOLUTION_PARAMS, Param(7, "group", "int", 1)),
        DECONVOLUTION_WEIGHTS,
    )

    @property
    def groups(self) -> int:
        return self.group.value.data

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        return {**super().layer_properties(params), "group": group_property(params)}
