"""Correlation: one kernel, on plain channels."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.kernel.correlation import CorrelationKernelOp
from ....dialects.ncnn.internal.correlation import CorrelationOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(CorrelationOp)
def correlation(
    k: KernelBuilder, op: CorrelationOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Vectorize over pixels; sum channels one by one."""
    result = k.empty(shape_of(op.output), operands[0].type)
    return [k.insert(CorrelationKernelOp.make(operands, [result]))]
