"""Deconvolution1D and DeconvolutionDepthWise1D (which is any grouped one): of sequences."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, prop_def

from ...constraints import I64, I64Array
from ..families.deconvolution_nd import (
    DYNAMIC_WEIGHT,
    DeconvolutionND,
    DenseDeconvolution,
    GroupedDeconvolution,
    deconvolution_format,
    deconvolution_layer,
)
from ..families.spatial import ONE, ZERO, zeros
from ..rules.param_rules import GROUP


class Deconvolution1DBase(DeconvolutionND):
    """
    Base of both layers: `channels,w` in, weights `[out][in/group][k]`, `out,ow` out.

    Compiled as a deconvolution of `channels,1,w`. Source: ncnn, deconvolution1d.cpp.
    """

    SPATIAL_AXES: ClassVar = 1
    stride = prop_def(I64, default_value=ONE)
    dilation = prop_def(I64, default_value=ONE)
    pad = prop_def(I64Array, default_value=zeros(2))
    output_pad = prop_def(I64, default_value=ZERO)
    output_size = prop_def(I64, default_value=ZERO)


@irdl_op_definition
class Deconvolution1DOp(DenseDeconvolution, Deconvolution1DBase):
    """`ncnn.deconvolution1d %x, %w bias %b stride 2`: the transpose of a 1-D convolution."""

    name = "ncnn.deconvolution1d"
    assembly_format = deconvolution_format(group=False)
    LAYER: ClassVar = deconvolution_layer("Deconvolution1D", 1, DYNAMIC_WEIGHT)


@irdl_op_definition
class DeconvolutionDepthWise1DOp(GroupedDeconvolution, Deconvolution1DBase):
    """`ncnn.deconvolution_depthwise1d %x, %w group 32`: one in `group` groups."""

    name = "ncnn.deconvolution_depthwise1d"
    assembly_format = deconvolution_format(group=True)
    LAYER: ClassVar = deconvolution_layer("DeconvolutionDepthWise1D", 1, DYNAMIC_WEIGHT, GROUP)
