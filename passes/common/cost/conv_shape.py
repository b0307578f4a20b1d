"""The shape of a convolution, read off the graph op."""

from __future__ import annotations

from math import prod

from ....dialects.element_types import element_of
from ....dialects.ncnn.base import shape_of
from ....dialects.ncnn.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.layers.deformableconv2d import DeformableConv2DOp
from ....dialects.target.elements import product_types
from ..kernel_motion import AxisMotion, kernel_motion
from .conv_schedule import ConvolutionShape, Depth


def convolution_shape(op: ScheduledConvolution | DeformableConv2DOp) -> ConvolutionShape:
    """The `ConvolutionShape` of an op whose shapes are known; of one group if it has several."""
    *slices, rows, columns = axes = kernel_motion(op)
    return ConvolutionShape(
        channels=shape_of(op.weight)[1],
        outputs=shape_of(op.output)[0],
        out_height=rows.out_size,
        out_width=columns.out_size,
        kernel=(rows.kernel, columns.kernel),
        stride=(rows.stride, columns.stride),
        dilation=(rows.dilation, columns.dilation),
        padded=any(axis.before or axis.after for axis in axes),
        types=product_types(element_of(op.input.type), element_of(op.weight.type)),
        depth=along_depth(slices[0]) if slices else Depth(),
        inside=prod(map(inside_part, axes)),
    )


def inside_part(axis: AxisMotion) -> float:
    """The part of the taps of all outputs along an axis that see a cell of it."""
    seen = 0
    for tap in range(axis.kernel):
        shift = tap * axis.dilation - axis.before
        first, end = (-(-(limit - shift) // axis.stride) for limit in (0, axis.size))
        seen += max(min(end, axis.out_size) - max(first, 0), 0)
    return seen / (axis.out_size * axis.kernel)


def along_depth(axis: AxisMotion) -> Depth:
    """What the first of three axes is to the other two."""
    return Depth(axis.out_size, axis.kernel, axis.stride, axis.before > 0 or axis.after > 0)
