"""Convert the placing of detections in the image to one kernel."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.kernel.place_rows import PlaceRowsKernelOp
from ....dialects.ncnn.internal.place_rows import PlaceRowsOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(PlaceRowsOp)
def place_rows(
    k: KernelBuilder, op: PlaceRowsOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Append one kernel."""
    properties = {"size": op.size, "letterbox": op.letterbox, "point": op.point}
    rows = k.empty(shape_of(op.output), operands[0].type)
    return [k.insert(PlaceRowsKernelOp.make(operands, [rows], properties))]
