"""Convert greedy CTC decoding: the best class of each step, then characters."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.kernel.best_planes import BestPlanesOp
from ....dialects.kernel.merge_steps import MergeStepsOp
from ....dialects.ncnn.internal.decode_ctc import DecodeCtcOp, steps_and_classes
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from ..building.symbolic_boxes import physical_extents
from . import conversions
from .permute import transposed


@conversions.register(DecodeCtcOp)
def decode_ctc(
    k: KernelBuilder, op: DecodeCtcOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Transpose the steps first: vectors span steps."""
    steps, classes = shape = steps_and_classes(shape_of(op.input))
    x = k.view(transposed(k, k.view(operands[0], shape), (1, 0)), (classes, 1, steps))
    best = BestPlanesOp.make([x], [k.empty((1, steps), x.type) for _ in range(2)])
    k.insert(best)
    text = k.empty(shape_of(op.output), x.type)
    found = k.insert(MergeStepsOp.make(best.results, [text], {"blank": op.blank}))
    if k.extents.is_symbolic(operands[0]):
        k.extents.set(found, physical_extents(op.output))
    return [found]
