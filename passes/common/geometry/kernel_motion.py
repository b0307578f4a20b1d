"""Describe the motion of the kernel of a convolution along as few axes as possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.layers.deformableconv2d import DeformableConv2DOp
from ....dialects.ncnn.shapes import shape_of


@dataclass(frozen=True)
class AxisMotion:
    """The motion of a kernel along one axis."""

    size: int
    out_size: int
    kernel: int
    stride: int
    dilation: int
    before: int
    after: int

    @property
    def is_pointwise(self) -> bool:
        """Return whether each output reads only the cell at its index."""
        return self.kernel == self.stride == 1 and not self.before and not self.after


def kernel_motion(op: ScheduledConvolution | DeformableConv2DOp) -> list[AxisMotion]:
    """
    Return the motion of the kernel along the spatial axes, outermost first; shapes must be known.

    A volume is reduced to two axes if possible: adjacent axes without motion are merged. A kernel
    1x1x3 thus moves over an image `c,d*h,w`, and 3x1x1 over `c,d,h*w`.
    """
    is_scheduled = isinstance(op, ScheduledConvolution)
    size = (op.spatial_input_shape if is_scheduled else shape_of(op.input))[1:]
    pads = op.resolved_pads()
    axes = len(size)
    numbers = zip(
        size,
        shape_of(op.output)[1:],
        op.kernel_shape,
        op.along_axes("stride"),
        op.along_axes("dilation"),
        pads[:axes],
        pads[axes:],
        strict=True,
    )
    return _merged([AxisMotion(*along) for along in numbers])


def _merged(axes: Sequence[AxisMotion]) -> list[AxisMotion]:
    """Return three axes as two if adjacent ones can be merged."""
    if len(axes) == 3:
        for i in (0, 1):
            outer, inner = axes[i : i + 2]
            if outer.is_pointwise and (inner.is_pointwise or outer.size == 1):
                size, out_size = outer.size * inner.size, outer.size * inner.out_size
                one = replace(inner, size=size, out_size=out_size)
                return [*axes[:i], one, *axes[i + 2 :]]
    return list(axes)
