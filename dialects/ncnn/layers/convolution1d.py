"""Convolution1D and ConvolutionDepthWise1D (which is any grouped one): of sequences."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, prop_def

from ...constraints import I64, I64Array
from ..families.convolution_nd import (
    DYNAMIC_WEIGHT,
    ConvolutionND,
    DenseConvolution,
    GroupedConvolution,
    convolution_format,
    convolution_layer,
)
from ..families.spatial import ONE, zeros
from ..rules.implied_shapes import ImpliedShapes
from ..rules.param_rules import GROUP
from ..shapes import Shape, has_shape, shape_of


class Convolution1DBase(ConvolutionND):
    """
    Base of both layers: `channels,w` in, weights `[out][in/group][k]`, `out,ow` out.

    ncnn reads the first channel of `c,h,w`, so that `1,channels,w` is such an input, too. Compiled
    as a convolution of `channels,1,w`. Source: ncnn, convolution1d.cpp.
    """

    SPATIAL_AXES: ClassVar = 1
    stride = prop_def(I64, default_value=ONE)
    dilation = prop_def(I64, default_value=ONE)
    pad = prop_def(I64Array, default_value=zeros(2))

    @property
    def spatial_input_shape(self) -> Shape:
        shape = shape_of(self.input)
        return shape[1:] if len(shape) == 3 and shape[0] == 1 else super().spatial_input_shape

    def imply_shapes(self, shapes: ImpliedShapes) -> None:
        if len(shapes.of(self.input) or ()) != 3:
            super().imply_shapes(shapes)
            return
        channels, outputs = self.linear_extents()
        shapes.say(self.input, (1, channels, None))
        shapes.say(self.output, (outputs, None))


@irdl_op_definition
class Convolution1DOp(DenseConvolution, Convolution1DBase):
    """`ncnn.convolution1d %x, %w bias %b stride 2 pad [1, 1]`: a dense 1-D convolution."""

    name = "ncnn.convolution1d"
    assembly_format = convolution_format(group=False)
    LAYER: ClassVar = convolution_layer("Convolution1D", 1, DYNAMIC_WEIGHT)


@irdl_op_definition
class ConvolutionDepthWise1DOp(GroupedConvolution, Convolution1DBase):
    """
    `ncnn.convolution_depthwise1d %x, %w group 32`: a 1-D convolution in `group` groups.

    There may be more weights than the input's channels need: only the first ones are used.
    """

    name = "ncnn.convolution_depthwise1d"
    assembly_format = convolution_format(group=True)
    LAYER: ClassVar = convolution_layer("ConvolutionDepthWise1D", 1, DYNAMIC_WEIGHT, GROUP)

    @property
    def used_weight_shape(self) -> Shape:
        channels, weight = self.spatial_input_shape[0], self.check_weight_rank()
        per_group = channels // self.groups if self.groups > 0 else 0
        if per_group * self.groups != channels or per_group > weight[1]:
            return weight
        return weight[0], per_group, weight[2]

    @property
    def has_spare_weights(self) -> bool | None:
        if not has_shape(self.input):
            return None
        return self.used_weight_shape != self.check_weight_rank()
