"""Deconvolution3D and DeconvolutionDepthWise3D (which is any grouped one): of volumes."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, prop_def

from ...constraints import I64Array
from ..families.deconvolution_nd import (
    DeconvolutionND,
    DenseDeconvolution,
    GroupedDeconvolution,
    deconvolution_format,
    deconvolution_layer,
)
from ..families.spatial import ones, zeros
from ..layer import ParamValue
from ..rules.layer_params import without_dynamic_weight
from ..rules.param_rules import GROUP


class Deconvolution3DBase(DeconvolutionND):
    """
    Base of both layers: `c,d,h,w` in, weights `[out][in/group][kd][kh][kw]`, `out,od,oh,ow` out.

    `pad` is `[front, top, left, behind, bottom, right]`. Source: ncnn, deconvolution3d.cpp.
    """

    SPATIAL_AXES: ClassVar = 3
    SUPPORTS_PACKING: ClassVar = True
    stride = prop_def(I64Array, default_value=ones(3))
    dilation = prop_def(I64Array, default_value=ones(3))
    pad = prop_def(I64Array, default_value=zeros(6))
    output_pad = prop_def(I64Array, default_value=zeros(3))
    output_size = prop_def(I64Array, default_value=zeros(3))

    def weight_params(self) -> dict[str, ParamValue]:
        return without_dynamic_weight(super().weight_params())


@irdl_op_definition
class Deconvolution3DOp(DenseDeconvolution, Deconvolution3DBase):
    """`ncnn.deconvolution3d %x, %w bias %b stride [2, 2, 2]`: transposed 3-D convolution."""

    name = "ncnn.deconvolution3d"
    assembly_format = deconvolution_format(group=False)
    LAYER: ClassVar = deconvolution_layer("Deconvolution3D", 3)


@irdl_op_definition
class DeconvolutionDepthWise3DOp(GroupedDeconvolution, Deconvolution3DBase):
    """`ncnn.deconvolution_depthwise3d %x, %w group 32`: one in `group` groups."""

    name = "ncnn.deconvolution_depthwise3d"
    assembly_format = deconvolution_format(group=True)
    LAYER: ClassVar = deconvolution_layer("DeconvolutionDepthWise3D", 3, GROUP)
