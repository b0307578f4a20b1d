"""Convert the selection of the largest elements of rows."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.ir import SSAValue

from ....dialects.kernel.top_k import TopKKernelOp
from ....dialects.ncnn.internal.top_k import TopKOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(TopKOp)
def top_k(k: KernelBuilder, op: TopKOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Merge all outer axes into one."""
    *outer, n = shape_of(op.input)
    x = k.view(operands[0], (prod(outer), n))
    outputs = [k.empty((prod(outer), op.k.value.data), x.type) for _ in op.results]
    kernel = TopKKernelOp.make([x], outputs)
    k.insert(kernel)
    return [k.view(found, (*outer, op.k.value.data)) for found in kernel.results]
