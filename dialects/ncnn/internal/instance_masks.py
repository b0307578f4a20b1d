"""Masks of detected objects; no layer of ncnn."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def, result_def

from ...detections import DETECTION_FIELDS, MASK_STRIDE
from ..assembly import FUNCTION_TYPE
from ..errors import ShapeError
from ..rules.found_rows import FoundRowsOp
from ..shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class InstanceMasksOp(FoundRowsOp):
    """
    `ncnn.instance_masks %rows, %prototypes`: the pixels of each object.

    A pixel of the network's input is 1 if its middle is in the object's box, and the sum of the
    prototypes by the object's coefficients is positive there, interpolated linearly; else it is 0.

    Shapes: rows `m,6+e` of `ncnn.detect_boxes` and prototypes `e,h,w` to `m,4h,4w` of int8.
    Source: Bolya et al., YOLACT, section 3.2 (arXiv 1904.02689), without the sigmoid: it is above
    a half where its argument is positive. Cropped after interpolation, as by Ultralytics.
    """

    name = "ncnn.instance_masks"
    rows = operand_def(AnyTensor)
    prototypes = operand_def(AnyTensor)
    output = result_def(AnyTensor)
    assembly_format = f"$rows `,` $prototypes {FUNCTION_TYPE}"
    RANK: ClassVar = 3
    READS_FOUND_ROWS: ClassVar = True
    SUPPORTS_INT8: ClassVar = True

    def infer_shapes(self) -> list[Shape]:
        rows, prototypes = shape_of(self.rows), shape_of(self.prototypes)
        if len(prototypes) != 3:
            raise ShapeError(f"prototypes of masks have the shape [e, h, w], not {[*prototypes]}")
        coefficients = rows[1] - DETECTION_FIELDS
        if coefficients != prototypes[0]:
            reason = f"boxes have {coefficients} coefficients of masks"
            raise ShapeError(f"{reason}, there are {prototypes[0]} prototypes")
        return [(rows[0], *(extent * MASK_STRIDE for extent in prototypes[1:]))]
