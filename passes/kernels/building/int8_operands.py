"""Additional operands of kernels that multiply int8."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.ncnn.internal.weight_forms import FlippedSumStarts
from ....dialects.target.attributes import ProductAttr
from ....dialects.target.products import InputForm
from .kernel_builder import KernelBuilder
from .weight_operands import packed_weight


def sum_starts(
    k: KernelBuilder, product: ProductAttr | None, weight: SSAValue, lanes: int
) -> Sequence[SSAValue]:
    """Return the starts of the sums, if the instruction multiplies inputs as unsigned numbers."""
    if product is None or product.product.form is not InputForm.SIGN_FLIPPED:
        return []
    return [packed_weight(k, FlippedSumStarts(lanes), weight)]
