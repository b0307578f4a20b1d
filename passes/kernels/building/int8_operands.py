"""What kernels have besides if they multiply int8."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i8
from xdsl.ir import Region, SSAValue

from ....dialects.element_types import element_of
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.products import MULTIPLIED_AS, UI8
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.internal.weight_forms import FlippedSumStarts
from ....dialects.ncnn.layers.innerproduct import InnerProductOp
from ....dialects.simd.int8 import rounding_of
from ....dialects.target.products import INT8
from ...common.kernel_motion import kernel_motion
from .kernel_builder import KernelBuilder
from .weight_operands import packed_weight

MOST_STEPS = max(MULTIPLIED_AS)
"""Input channels that an instruction takes at the most: by so many few channels are packed."""

MultipliesInt8 = ScheduledConvolution | InnerProductOp


def is_int8(op: MultipliesInt8) -> bool:
    """Whether a layer multiplies numbers of i8."""
    return element_of(op.input.type) == i8


def int8_starts(
    k: KernelBuilder, op: MultipliesInt8, weight: SSAValue, lanes: int
) -> Sequence[SSAValue]:
    """What sums begin with, if inputs are multiplied as unsigned numbers."""
    if not is_int8(op) or MULTIPLIED_AS[k.target.inner_kernel(INT8).steps] != UI8:
        return []
    return [packed_weight(k, FlippedSumStarts(lanes), weight)]


def multiplies_rows(
    k: KernelBuilder,
    op: ScheduledConvolution,
    extras: Sequence[SSAValue],
    y: SSAValue,
    epilogue: Region | None,
) -> bool:
    """Whether a depthwise kernel multiplies several rows of int8 at a time: see `DepthwiseOp`."""
    motion = kernel_motion(op)
    is_dense = len(motion) == 2 and all(axis.stride == axis.dilation == 1 for axis in motion)
    if not is_int8(op) or not is_dense or rounding_of(epilogue) is None:
        return False
    *_, height, _, lanes = buffer_shape(y)
    is_whole = height > 1 and lanes % k.target.inner_kernel(INT8).steps == 0
    takes_quads = MULTIPLIED_AS[k.target.inner_kernel(INT8).steps] == UI8
    return is_whole and takes_quads and all(len(buffer_shape(extra)) == 2 for extra in extras)
