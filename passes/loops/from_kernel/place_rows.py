"""Lower the placing of detections in the image: one after another."""

from __future__ import annotations

from xdsl.dialects.builtin import f32, i32
from xdsl.ir import SSAValue

from ....dialects.constraints import int_list
from ....dialects.detections import DETECTION_FIELDS
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.place_rows import PlaceRowsKernelOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import as_index, convert, index_as
from ..emit.images.image_taps import ImageAxis, letterbox_spans, stretched_spans
from ..emit.rows.detections import CORNERS, LABEL, rows_of
from . import loops


@loops.register(PlaceRowsKernelOp)
def place_rows(b: LoopBuilder, op: PlaceRowsKernelOp, target: Target) -> None:
    """Divide rows among threads; those that are not found are copied."""
    (rows, extents), (most, fields) = op.inputs, buffer_shape(op.outputs[0])
    source, out = rows_of(rows, 0, fields), rows_of(op.outputs[0], 0, fields)
    height, width = (b.max(as_index(b, b.load(extents, i, 0, 1)), 1) for i in range(2))
    image, output = (height, width), int_list(op.size)
    if op.letterbox is None:
        down, across = stretched_spans(image, (output[0], output[1]))
    else:
        down, across = letterbox_spans(b, image, (output[0], output[1]))
    axes = AxisToImage(b, across), AxisToImage(b, down)
    place = {field: axes[i % 2].clipped for i, field in enumerate(CORNERS)}
    if op.point is not None:
        for first in range(DETECTION_FIELDS, fields, op.point.value.data):
            place |= {first + i: axis.moved for i, axis in enumerate(axes)}

    def move(i: Index) -> None:
        row = source.row(b, i)
        out.set_row(b, i, [place[j](x) if j in place else x for j, x in enumerate(row)])

    def row(i: Index) -> None:
        label = source.get(b, i, LABEL)
        is_found = b.compare_lanes("oge", label, b.constant(0.0, label.type))
        b.when(is_found, lambda: move(i), lambda: out.set_row(b, i, source.row(b, i)))

    b.parallel(most, row)


class AxisToImage:
    """Moves pixels of the blob to the image, along an axis."""

    def __init__(self, b: LoopBuilder, axis: ImageAxis):
        self.b = b
        self.size, self.first, count = (
            convert(b, "sitofp", index_as(b, n, i32), f32)
            for n in (axis.size, axis.first, axis.count)
        )
        self.scale = b.divf(self.size, count)

    def moved(self, x: SSAValue) -> SSAValue:
        """Return the place in the image."""
        return self.b.mulf(self.b.subf(x, self.first), self.scale)

    def clipped(self, x: SSAValue) -> SSAValue:
        """Return the place, or the nearest one of the image."""
        zero = self.b.constant(0.0, f32)
        return self.b.maxf(self.b.minf(self.moved(x), self.size), zero)
