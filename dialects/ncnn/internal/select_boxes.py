"""Non-maximum suppression of boxes; no layer of ncnn."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def

from ...constraints import F32, I64
from ..assembly import FUNCTION_TYPE
from ..base import NcnnOp
from ..errors import ShapeError
from ..layer import LayerFamily
from ..shapes import AnyTensor, Shape, shape_of

MOST_BOXES = 1 << 24
"""Largest number of boxes: float32 holds their indices."""


@irdl_op_definition
class SelectBoxesOp(NcnnOp):
    """
    `ncnn.select_boxes %boxes, %scores most 100 overlap 0.45 score 0.25`: number the best boxes.

    Of the boxes with at least that score the best one is chosen, of equal ones the first, again
    and again. A box is passed over if it has more than `overlap` of the union with a chosen one in
    common; two boxes without area have nothing in common. Behind the chosen ones are -1s.

    Shapes: boxes `4,n` (left, top, right, bottom) and scores `n` to `most`.
    """

    name = "ncnn.select_boxes"
    boxes = operand_def(AnyTensor)
    scores = operand_def(AnyTensor)
    most = prop_def(I64)
    overlap = prop_def(F32)
    score = prop_def(F32)
    output = result_def(AnyTensor)

    assembly_format = (
        f"$boxes `,` $scores `most` $most `overlap` $overlap `score` $score {FUNCTION_TYPE}"
    )
    FAMILY: ClassVar = LayerFamily.DETECTION
    RANK: ClassVar = 1

    def infer_shapes(self) -> list[Shape]:
        check_select_boxes(shape_of(self.boxes), shape_of(self.scores), self.most.value.data)
        return [(self.most.value.data,)]


def check_select_boxes(boxes: Shape, scores: Shape, most: int) -> None:
    """Raises: ShapeError unless there are boxes `4,n`, scores `n` and from 1 to n to be chosen."""
    if len(scores) != 1 or boxes != (4, *scores) or scores[0] > MOST_BOXES:
        raise ShapeError(f"boxes and scores have shapes {list(boxes)} and {list(scores)}")
    if not 1 <= most <= scores[0]:
        raise ShapeError(f"{most} of {scores[0]} boxes cannot be chosen")
