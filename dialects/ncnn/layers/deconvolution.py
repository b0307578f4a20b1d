"""Deconvolution and DeconvolutionDepthWise (which is any grouped deconvolution): of images."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, prop_def

from ...constraints import I64Array
from ..families.deconvolution_nd import (
    DYNAMIC_WEIGHT,
    DeconvolutionND,
    DenseDeconvolution,
    GroupedDeconvolution,
    deconvolution_format,
    deconvolution_layer,
)
from ..families.linear import EPILOGUE_FORMAT, EpilogueOp
from ..families.spatial import ones, zeros
from ..rules.param_rules import GROUP


class DeconvolutionBase(DeconvolutionND, EpilogueOp):
    """Base of both layers: `c,h,w` in, weights `[out][in/group][kh][kw]`, `out,oh,ow` out."""

    SPATIAL_AXES: ClassVar = 2
    SUPPORTS_PACKING: ClassVar = True
    stride = prop_def(I64Array, default_value=ones(2))
    dilation = prop_def(I64Array, default_value=ones(2))
    pad = prop_def(I64Array, default_value=zeros(4))
    output_pad = prop_def(I64Array, default_value=zeros(2))
    output_size = prop_def(I64Array, default_value=zeros(2))


@irdl_op_definition
class DeconvolutionOp(DenseDeconvolution, DeconvolutionBase):
    """`ncnn.deconvolution %x, %w bias %b stride [2, 2]`: the transpose of a dense convolution."""

    name = "ncnn.deconvolution"
    assembly_format = deconvolution_format(group=False, epilogue=EPILOGUE_FORMAT)
    LAYER: ClassVar = deconvolution_layer("Deconvolution", 2, DYNAMIC_WEIGHT)


@irdl_op_definition
class DeconvolutionDepthWiseOp(GroupedDeconvolution, DeconvolutionBase):
    """`ncnn.deconvolution_depthwise %x, %w group 32`: a deconvolution in `group` groups."""

    name = "ncnn.deconvolution_depthwise"
    assembly_format = deconvolution_format(group=True, epilogue=EPILOGUE_FORMAT)
    LAYER: ClassVar = deconvolution_layer("DeconvolutionDepthWise", 2, DYNAMIC_WEIGHT, GROUP)
