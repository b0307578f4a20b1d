"""Detections in the pixels of the image; no layer of ncnn."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, prop_def, result_def

from ...constraints import I64, I64Array, int_list
from ...detections import DETECTION_FIELDS
from ..assembly import FUNCTION_TYPE, optional
from ..errors import ShapeError
from ..rules.found_rows import FoundRowsOp
from ..shapes import AnyTensor, Shape, shape_of
from .from_pixels import IMAGE_EXTENTS


@irdl_op_definition
class PlaceRowsOp(FoundRowsOp):
    """
    `ncnn.place_rows %rows, %extents from [640, 640] letterbox point 3`: move detections to the
    image.

    `%extents` are the image's height, width and row stride; `ncnn.from_pixels_resize` has resized
    it `from` this size, with a `letterbox` or without. Corners are limited to the image. With
    `point n`, the numbers behind a box are points of n numbers, x and y first.

    Shapes: rows `m,6+e` and `3` to `m,6+e`.
    """

    name = "ncnn.place_rows"
    rows = operand_def(AnyTensor)
    extents = operand_def(AnyTensor)
    size = prop_def(I64Array)
    letterbox = opt_prop_def(UnitAttr)
    point = opt_prop_def(I64)
    output = result_def(AnyTensor)
    assembly_format = (
        f"$rows `,` $extents `from` $size {optional('letterbox')}(`point` $point^)? {FUNCTION_TYPE}"
    )
    RANK: ClassVar = 2
    READS_FOUND_ROWS: ClassVar = True

    def infer_shapes(self) -> list[Shape]:
        rows = shape_of(self.rows)
        if len(rows) != 2 or rows[1] < DETECTION_FIELDS or len(int_list(self.size)) != 2:
            raise ShapeError(f"detections are rows of six numbers, not {[*rows]}")
        if shape_of(self.extents) != (IMAGE_EXTENTS,):
            raise ShapeError(f"the extents must be {IMAGE_EXTENTS} numbers")
        extras = rows[1] - DETECTION_FIELDS
        if self.point is not None and (self.point.value.data < 2 or extras % self.point.value.data):
            reason = f"{extras} numbers behind a box are no points"
            raise ShapeError(f"{reason} of {self.point.value.data} numbers")
        return [rows]
