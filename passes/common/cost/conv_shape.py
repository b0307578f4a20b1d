"""The shape of a convolution, read off the graph op."""

from __future__ import annotations

from typing import cast

from ....dialects.element_types import element_of
from ....dialects.ncnn.base import int_list, shape_of
from ....dialects.ncnn.layers.convolution import ConvolutionBase
from ....dialects.ncnn.layers.deformableconv2d import DeformableConv2DOp
from ....dialects.target.elements import product_types
from .conv_schedule import ConvolutionShape


def convolution_shape(op: ConvolutionBase | DeformableConv2DOp) -> ConvolutionShape:
    """The `ConvolutionShape` of an op whose shapes are known; of one group if it has several."""
    outputs, out_height, out_width = shape_of(op.output)
    return ConvolutionShape(
        channels=shape_of(op.weight)[1],
        outputs=outputs,
        out_height=out_height,
        out_width=out_width,
        kernel=op.kernel_shape,
        stride=cast("tuple[int, int]", tuple(int_list(op.stride))),
        dilation=cast("tuple[int, int]", tuple(int_list(op.dilation))),
        padded=any(op.resolved_pads()),
        types=product_types(element_of(op.input.type), element_of(op.weight.type)),
    )
