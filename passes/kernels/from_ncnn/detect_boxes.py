"""Convert detections of a YOLO head: decode boxes, then select the best."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr

from ....dialects.detections import DETECTION_FIELDS, NUMBERED_FIELDS, SIZED_DETECTION_FIELDS
from ....dialects.kernel.append_columns import AppendColumnsOp
from ....dialects.kernel.decode_boxes import DecodeBoxesOp
from ....dialects.kernel.detection import SelectDetectionsOp
from ....dialects.ncnn.internal.detect_boxes import DetectBoxesOp, HeadForm
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from ..building.symbolic_boxes import physical_extents
from . import conversions
from .permute import transposed


@conversions.register(DetectBoxesOp)
def detect_boxes(
    k: KernelBuilder, op: DetectBoxesOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Transpose a head with one box per row first: vectors span boxes. Append extras at the end."""
    shape, extras = shape_of(op.input), op.extra_numbers
    form = HeadForm.of(shape, extras)
    head = k.view(operands[0], shape[-2:])
    if form != HeadForm.SCORES:
        head = transposed(k, head, (1, 0))
    boxes = shape[-1] if form == HeadForm.SCORES else shape[-2]
    is_final = form == HeadForm.FINAL
    fields = DETECTION_FIELDS if is_final else SIZED_DETECTION_FIELDS
    fields = NUMBERED_FIELDS if extras else fields
    properties = {
        "confidence": op.confidence,
        "object_score": UnitAttr() if form == HeadForm.OBJECT else None,
        "final": UnitAttr() if is_final else None,
        "extras": op.extras,
        "rotated": op.rotated,
    }
    table = k.empty((1, fields, boxes), op.output.type)
    found = k.insert(DecodeBoxesOp.make([head], [table], properties))
    by_class = {"overlap": op.overlap, "by_class": UnitAttr(), "rotated": op.rotated}
    by_class = {} if is_final else by_class
    rows = (op.most.value.data, DETECTION_FIELDS + bool(extras))
    select = SelectDetectionsOp.make([found], [k.empty(rows, found.type)], by_class)
    is_dynamic = k.extents.is_symbolic(operands[0])
    best = k.insert_bounded(select, tuple(map(AffineExpr.constant, rows)) if is_dynamic else None)
    if not extras:
        return [best]
    result = k.empty(shape_of(op.output), found.type)
    append = AppendColumnsOp.make([best, head], [result], {"rotated": op.rotated})
    return [k.insert_bounded(append, physical_extents(op.output) if is_dynamic else None)]
