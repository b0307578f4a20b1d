"""Text from the steps of a recognizer, by greedy CTC decoding; no layer of ncnn."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def

from ...constraints import I64
from ..assembly import INPUT_TO_OUTPUT
from ..errors import ShapeError
from ..rules.found_rows import FoundRowsOp
from ..shapes import AnyTensor, Shape, shape_of


def steps_and_classes(shape: Shape) -> Shape:
    """Return the extents of steps, without axes of extent 1. Raises: ShapeError."""
    *outer, classes = shape
    steps = [extent for extent in outer if extent != 1] or [1]
    if len(steps) > 1 or not outer:
        raise ShapeError(f"steps have the shape [steps, classes], not {list(shape)}")
    return steps[0], classes


@irdl_op_definition
class DecodeCtcOp(FoundRowsOp):
    """
    `ncnn.decode_ctc %x blank 0 most 0`: the characters of a text.

    Each step has the class of its highest score, of equal ones the first. Of equal classes in a row
    the first step is taken, and none with the class `blank`. If `most` is not 0, the first
    characters only.

    Shapes: scores `steps,classes`, also with axes of extent 1, to `most,2` or `steps,2`: class and
    score. Source: Graves et al., Connectionist Temporal Classification, section 3.2.
    """

    name = "ncnn.decode_ctc"
    input = operand_def(AnyTensor)
    blank = prop_def(I64)
    most = prop_def(I64)
    output = result_def(AnyTensor)
    assembly_format = f"$input `blank` $blank `most` $most {INPUT_TO_OUTPUT}"
    RANK: ClassVar = 2

    def infer_shapes(self) -> list[Shape]:
        steps, classes = steps_and_classes(shape_of(self.input))
        blank, most = self.blank.value.data, self.most.value.data
        if not 0 <= blank < classes:
            raise ShapeError(f"the blank is class {blank}, steps have {classes} classes")
        if most < 0:
            raise ShapeError(f"there cannot be {most} characters")
        return [(most or steps, 2)]
