"""Convolution and ConvolutionDepthWise (which is any grouped convolution): of images."""

from __future__ import annotations

from typing import ClassVar

from xdsl.ir import OpResult
from xdsl.irdl import irdl_op_definition, opt_operand_def, prop_def

from ...constraints import I64Array
from ..base import TAKES_BF16, NcnnOp
from ..errors import ShapeError
from ..families.convolution_nd import (
    ALGORITHM_FORMAT,
    DYNAMIC_WEIGHT,
    DenseConvolution,
    GroupedConvolution,
    ScheduledConvolution,
    convolution_format,
    convolution_layer,
)
from ..families.linear import INT8_FORMAT, SCALES_FORMAT, EpilogueOp, Int8ScalesOp
from ..families.spatial import ones, zeros
from ..layer import Params, ParamValue, Weight
from ..param_values import int_param
from ..rules.param_rules import GROUP, INT8_SCALE_TERM, has_int8_scales, int8_scales, one
from ..rules.ranks import Rank, RankOf, SameRank
from ..shapes import AnyTensor, Shape, has_shape, shape_of

VOLUME_RANK = 4
"""Dimensions of a volume `c,d,h,w`."""


class OutputScaleOp(NcnnOp):
    """An op that may produce an int8 blob, with a scale for its result."""

    output_scale = opt_operand_def(AnyTensor)


class ConvolutionBase(ScheduledConvolution, Int8ScalesOp, OutputScaleOp, EpilogueOp):
    """
    Base of both layers: `c,h,w` in, weights `[out][in/group][kh][kw]`, `out,oh,ow` out.

    The layer reads the image at depth 0 of a volume `c,d,h,w`.
    """

    SPATIAL_AXES: ClassVar = 2
    NARROW_ELEMENTS: ClassVar = TAKES_BF16
    stride = prop_def(I64Array, default_value=ones(2))
    dilation = prop_def(I64Array, default_value=ones(2))
    pad = prop_def(I64Array, default_value=zeros(4))

    @property
    def is_vector(self) -> bool:
        """Return whether the input is a vector (`keeps_vectors`), as after global pooling."""
        return self.groups == 1 and len(shape_of(self.input)) == 1 and self.kernel_shape == (1, 1)

    @property
    def is_volume(self) -> bool:
        """Return true if the input has a depth; the layer reads its first image."""
        return len(shape_of(self.input)) == VOLUME_RANK

    @property
    def keeps_vectors(self) -> bool:
        """Return whether the op maps a vector to a vector: a 1x1 convolution, but not in int8."""
        return self.int8_scale_term.value.data == 0

    @property
    def may_be_vector(self) -> bool:
        is_1x1 = has_shape(self.weight) and self.kernel_shape == (1, 1)
        return self.groups == 1 and self.keeps_vectors and is_1x1

    @property
    def spatial_input_shape(self) -> Shape:
        if self.is_vector:
            return (*shape_of(self.input), 1, 1)
        if self.is_volume:
            channels, _, *size = shape_of(self.input)
            return (channels, *size)
        return super().spatial_input_shape

    def resolved_pads(self) -> tuple[int, ...]:
        """`[top, left, bottom, right]` for the input's shape."""
        return (0, 0, 0, 0) if self.is_vector else super().resolved_pads()

    def infer_shapes(self) -> list[Shape]:
        (shape,) = super().infer_shapes()
        return [shape[:1] if self.is_vector and self.keeps_vectors else shape]

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        if not self.may_be_vector:
            return super().result_rank(result, rank_of)
        return SameRank(self.input, most=1 + self.SPATIAL_AXES)

    def supports_packing(self) -> bool:
        return not self.is_vector

    def weight_params(self) -> dict[str, ParamValue]:
        params = super().weight_params()
        if params["dynamic_weight"] and self.weight_scale is not None:
            raise ShapeError("int8 scales do not go with weights that are computed")
        return params


def weight_scale_count(params: Params) -> tuple[int, ...]:
    """Return the number of scales: one per output; if grouped, per group (term 1, 101) or one."""
    if "group" not in params:
        return (int_param(params, "num_output"),)
    return (int_param(params, "group") if int_param(params, "int8_scale_term") % 100 == 1 else 1,)


def makes_int8(params: Params) -> bool:
    """Return whether the layer stores a scale for its result."""
    return has_int8_scales(params) and int_param(params, "int8_scale_term") > 100


SCALES = (
    *int8_scales(weight_scale_count),
    Weight("output_scale", one, False, makes_int8),
)
ALL_SCALES_FORMAT = f"{SCALES_FORMAT}(`output_scale` $output_scale^ `:` type($output_scale))? "
INT8_ALGORITHM_FORMAT = f"{INT8_FORMAT}{ALGORITHM_FORMAT}"


@irdl_op_definition
class ConvolutionOp(DenseConvolution, ConvolutionBase):
    """`ncnn.convolution %x, %w bias %b stride [1, 1] pad [1, 1, 1, 1]`: a dense 2-D convolution."""

    name = "ncnn.convolution"
    assembly_format = convolution_format(
        group=False, scales=ALL_SCALES_FORMAT, schedule=INT8_ALGORITHM_FORMAT
    )
    LAYER: ClassVar = convolution_layer(
        "Convolution", 2, INT8_SCALE_TERM, DYNAMIC_WEIGHT, scales=SCALES
    )


@irdl_op_definition
class ConvolutionDepthWiseOp(GroupedConvolution, ConvolutionBase):
    """
    `ncnn.convolution_depthwise %x, %w group 32`: a convolution in `group` groups.

    Weights are `[out][in / group][kh][kw]`; depthwise proper is the case group = in = out.
    """

    name = "ncnn.convolution_depthwise"
    assembly_format = convolution_format(
        group=True, scales=ALL_SCALES_FORMAT, schedule=INT8_ALGORITHM_FORMAT
    )
    LAYER: ClassVar = convolution_layer(
        "ConvolutionDepthWise", 2, INT8_SCALE_TERM, DYNAMIC_WEIGHT, GROUP, scales=SCALES
    )
