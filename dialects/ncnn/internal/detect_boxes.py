"""Detections from decoded boxes; no layer of ncnn."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, prop_def, result_def

from ...constraints import F32, I64
from ...detections import BOX, DETECTION_FIELDS, MOST_FINAL_BOXES
from ..assembly import FUNCTION_TYPE, optional
from ..errors import ShapeError
from ..rules.found_rows import FoundRowsOp
from ..shapes import AnyTensor, Shape, shape_of


class HeadForm(Enum):
    """The numbers of each box in a head."""

    SCORES = "scores"
    """`4+classes,n`: center, size and a score for each class (YOLOv8, v9, 11, 12)."""
    OBJECT = "object"
    """`n,5+classes`: the same with the score of any object before those (YOLOv5, v7)."""
    FINAL = "final"
    """`n,6`: corners, score and class of the boxes that are left (YOLOv10, YOLO26)."""

    @classmethod
    def of(cls, shape: Shape, extras: int = 0) -> HeadForm:
        """
        Return the form of a head with further numbers of each box. Raises: ShapeError if it is
        none.
        """
        matrix = [extent for i, extent in enumerate(shape) if i >= len(shape) - 2 or extent != 1]
        if len(matrix) == 2:
            rows, columns = matrix
            if columns == BOX + 2 + extras and rows <= MOST_FINAL_BOXES:
                return cls.FINAL
            if BOX + extras < rows < columns:
                return cls.SCORES
            if BOX + 1 + extras < columns <= rows:
                return cls.OBJECT
        more = f"+{extras}" if extras else ""
        forms = f"[4+classes{more}, n], [n, 5+classes{more}] or [n, 6{more}]"
        raise ShapeError(f"a YOLO head has the shape {forms}, not {list(shape)}")


@irdl_op_definition
class DetectBoxesOp(FoundRowsOp):
    """
    `ncnn.detect_boxes %head confidence 0.25 overlap 0.7 most 300`: choose boxes of a YOLO head.

    Of the boxes with a score above `confidence`, the `most` best ones that have no more than
    `overlap` of the union with a better one of their class in common; heads of the form `final`
    have chosen already. Where there is a score of any object, that of a class is multiplied by it.
    The last `extras` numbers of a box are no scores; they follow the box as they are. Boxes that
    are `rotated`, by the angle in the last of these, stay center and size, and overlap by one less
    the Hellinger distance of Gaussians (arXiv 2106.06072, equations 3 to 7).

    Shapes: a head, see `HeadForm`, to `most,6+extras`: class from 0, score, left, top, right,
    bottom, in the pixels that the head has.
    """

    name = "ncnn.detect_boxes"
    input = operand_def(AnyTensor)
    confidence = prop_def(F32)
    overlap = prop_def(F32)
    most = prop_def(I64)
    extras = opt_prop_def(I64)
    rotated = opt_prop_def(UnitAttr)
    output = result_def(AnyTensor)

    assembly_format = (
        "$input `confidence` $confidence `overlap` $overlap `most` $most "
        f"{optional('extras')}(`rotated` $rotated^)? {FUNCTION_TYPE}"
    )
    RANK: ClassVar = 2

    def infer_shapes(self) -> list[Shape]:
        HeadForm.of(shape_of(self.input), self.extra_numbers)
        if self.rotated is not None and self.extras is None:
            raise ShapeError("rotated boxes need an angle behind the scores")
        if self.most.value.data < 1:
            raise ShapeError("at least one box must be allowed")
        return [(self.most.value.data, DETECTION_FIELDS + self.extra_numbers)]

    @property
    def extra_numbers(self) -> int:
        """Return the numbers of a box behind its scores."""
        return 0 if self.extras is None else self.extras.value.data
