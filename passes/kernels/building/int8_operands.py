"""Additional operands of kernels that multiply int8."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i8
from xdsl.ir import SSAValue

from ....dialects.element_types import element_of
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.internal.weight_forms import FlippedSumStarts
from ....dialects.ncnn.layers.innerproduct import InnerProductOp
from ....dialects.target.attributes import ProductAttr
from ....dialects.target.products import InputForm
from .kernel_builder import KernelBuilder
from .weight_operands import packed_weight

MultipliesInt8 = ScheduledConvolution | InnerProductOp


def is_int8(op: MultipliesInt8) -> bool:
    """Return whether a layer multiplies i8."""
    return element_of(op.input.type) == i8


def sum_starts(
    k: KernelBuilder, product: ProductAttr | None, weight: SSAValue, lanes: int
) -> Sequence[SSAValue]:
    """Return the starts of the sums, if the instruction multiplies inputs as unsigned numbers."""
    if product is None or product.product.form is not InputForm.SIGN_FLIPPED:
        return []
    return [packed_weight(k, FlippedSumStarts(lanes), weight)]
