"""Convert deformable attention to one kernel."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.kernel.deformable_attention import DeformableAttentionKernelOp
from ....dialects.ncnn.internal.deformable_attention import DeformableAttentionOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(DeformableAttentionOp)
def deformable_attention(
    k: KernelBuilder, op: DeformableAttentionOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Append one kernel, which computes each head of each query separately."""
    sizes, values, weights, x, y = operands
    places = shape_of(op.x)
    queries, heads, levels, _ = places
    inputs = [k.view(sizes, (levels, 2)), values, k.view(weights, places), x, y]
    result = k.empty((queries, heads, shape_of(op.values)[2]), values.type)
    kernel = k.insert(DeformableAttentionKernelOp.make(inputs, [result]))
    return [k.view(kernel, shape_of(op.output))]
