"""What kernels have besides if they multiply int8."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i8
from xdsl.ir import SSAValue

from ....dialects.element_types import element_of
from ....dialects.kernel.products import MULTIPLIED_AS, UI8
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.internal.weight_forms import FlippedSumStarts
from ....dialects.ncnn.layers.innerproduct import InnerProductOp
from ....dialects.target.products import INT8
from .kernel_builder import KernelBuilder
from .weight_operands import packed_weight

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
