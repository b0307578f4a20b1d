"""Convert CumulativeSum along any axis."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.ir import SSAValue

from ....dialects.kernel.cumulative_sum import CumulativeSumKernelOp
from ....dialects.ncnn.layers.cumulativesum import CumulativeSumOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(CumulativeSumOp)
def cumulative_sum(
    k: KernelBuilder, op: CumulativeSumOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Merge the axes before `axis` into one, and those after it."""
    full, axis = shape_of(op.input), op.resolved_axis()
    flat = (prod(full[:axis]), full[axis], prod(full[axis + 1 :]))
    x = k.view(operands[0], flat)
    return [k.view(k.insert(CumulativeSumKernelOp.make([x], [k.empty(flat, x.type)])), full)]
