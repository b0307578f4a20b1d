"""Convert the choice of classes: the largest elements, or the best plane at each pixel."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.ir import SSAValue

from ....dialects.kernel.best_planes import BestPlanesOp
from ....dialects.kernel.structure import ConcatBuffersOp
from ....dialects.kernel.top_k import TopKKernelOp
from ....dialects.ncnn.internal.classes import ClassesOp
from ....dialects.ncnn.shapes import shape_of, tensor_type
from ..building.kernel_builder import KernelBuilder
from . import conversions
from .permute import transposed


@conversions.register(ClassesOp)
def classes(k: KernelBuilder, op: ClassesOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Merge the axes of a plane if they are contiguous."""
    shape, top = shape_of(op.input), op.top.value.data
    if op.is_map:
        axes = k.inner_axes(operands[0], 1)
        x = k.view(operands[0], (shape[0], *axes) if len(axes) > 1 else (shape[0], 1, *axes))
        best = BestPlanesOp.make([x], [k.empty((1, *axes)[-2:], x.type)])
        return [k.view(k.insert(best), shape[1:])]
    x = k.view(operands[0], (1, prod(shape)))
    found = TopKKernelOp.make([x], [k.empty((1, top), x.type) for _ in range(2)])
    k.insert(found)
    scores, numbers = found.results
    rows = ConcatBuffersOp.build(operands=[[numbers, scores]], result_types=[tensor_type((2, top))])
    return [transposed(k, k.insert(rows), (1, 0))]
