"""Convolution3D and ConvolutionDepthWise3D (which is any grouped one): of volumes."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, prop_def

from ...constraints import I64Array
from ..families.convolution_nd import (
    ALGORITHM_FORMAT,
    DenseConvolution,
    GroupedConvolution,
    ScheduledConvolution,
    convolution_format,
    convolution_layer,
)
from ..families.spatial import ones, zeros
from ..layer import ParamValue
from ..rules.layer_params import without_dynamic_weight
from ..rules.param_rules import GROUP
from ..rules.window import SAME_LOWER


class Convolution3DBase(ScheduledConvolution):
    """
    Base of both layers: `c,d,h,w` in, weights `[out][in/group][kd][kh][kw]`, `out,od,oh,ow` out.

    `pad` is `[front, top, left, behind, bottom, right]`. Source: ncnn, convolution3d.cpp.
    """

    SPATIAL_AXES: ClassVar = 3
    stride = prop_def(I64Array, default_value=ones(3))
    dilation = prop_def(I64Array, default_value=ones(3))
    pad = prop_def(I64Array, default_value=zeros(6))

    def resolved_pads(self) -> tuple[int, ...]:
        """`[front, top, left, behind, bottom, right]`; by either code the odd slice goes behind."""
        front, top, left, behind, bottom, right = super().resolved_pads()
        if set(self.along_axes("pad")) == {SAME_LOWER}:
            front, behind = behind, front
        return front, top, left, behind, bottom, right

    def weight_params(self) -> dict[str, ParamValue]:
        return without_dynamic_weight(super().weight_params())


@irdl_op_definition
class Convolution3DOp(DenseConvolution, Convolution3DBase):
    """`ncnn.convolution3d %x, %w bias %b stride [1, 2, 2]`: a dense 3-D convolution."""

    name = "ncnn.convolution3d"
    assembly_format = convolution_format(group=False, schedule=ALGORITHM_FORMAT)
    LAYER: ClassVar = convolution_layer("Convolution3D", 3)


@irdl_op_definition
class ConvolutionDepthWise3DOp(GroupedConvolution, Convolution3DBase):
    """`ncnn.convolution_depthwise3d %x, %w group 32`: a 3-D convolution in `group` groups."""

    name = "ncnn.convolution_depthwise3d"
    assembly_format = convolution_format(group=True, schedule=ALGORITHM_FORMAT)
    LAYER: ClassVar = convolution_layer("ConvolutionDepthWise3D", 3, GROUP)
