"""The properties of convolution kernels that follow from the layer and the target."""

from __future__ import annotations

from xdsl.ir import Attribute

from ....dialects.constraints import int_array
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ...common.geometry.kernel_motion import kernel_motion


def window(op: ScheduledConvolution) -> dict[str, Attribute]:
    """The window properties of the kernel, pads resolved."""
    axes = kernel_motion(op)
    return {
        "kernel": int_array([axis.kernel for axis in axes]),
        "stride": int_array([axis.stride for axis in axes]),
        "dilation": int_array([axis.dilation for axis in axes]),
        "pad": int_array([*(axis.before for axis in axes), *(axis.after for axis in axes)]),
    }
