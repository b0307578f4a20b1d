"""Convert gathers by a blob of indices."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.ir import SSAValue

from ....dialects.kernel.gather_elements import GatherElementsKernelOp
from ....dialects.kernel.gather_rows import GatherRowsKernelOp
from ....dialects.ncnn.internal.gather import GatherElementsOp, GatherRowsOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(GatherRowsOp)
def gather_rows(
    k: KernelBuilder, op: GatherRowsOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Append the kernel that Embed uses, too."""
    table, indices = operands
    y = k.empty(shape_of(op.output), op.output.type)
    return [k.insert(GatherRowsKernelOp.make([indices, table], [y]))]


@conversions.register(GatherElementsOp)
def gather_elements(
    k: KernelBuilder, op: GatherElementsOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Merge the axes before `axis` into one, and those after it."""
    axis, shape = op.resolved_axis(), shape_of(op.input)
    outer, inner = prod(shape[:axis]), prod(shape[axis + 1 :])
    x = k.view(operands[0], (outer, shape[axis], inner))
    flat = (outer, shape_of(op.output)[axis], inner)
    indices = k.view(operands[1], flat)
    gather = GatherElementsKernelOp.make([x, indices], [k.empty(flat, x.type)])
    return [k.view(k.insert(gather), shape_of(op.output))]
