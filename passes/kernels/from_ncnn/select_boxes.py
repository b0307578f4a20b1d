"""Convert the selection of boxes by score to one kernel."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.kernel.select_boxes import SelectBoxesKernelOp
from ....dialects.ncnn.internal.select_boxes import SelectBoxesOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(SelectBoxesOp)
def select_boxes(
    k: KernelBuilder, op: SelectBoxesOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Append one kernel; boxes are in planes, so that several are compared at once."""
    result = k.empty(shape_of(op.output), operands[0].type)
    properties = {"overlap": op.overlap, "score": op.score}
    return [k.insert(SelectBoxesKernelOp.make(operands, [result], properties))]
