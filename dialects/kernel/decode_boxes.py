"""Boxes of a head, with their best class, as a table of detections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir.affine import AffineExpr
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import F32, I64
from ..detections import BOX, DETECTION_FIELDS, NUMBERED_FIELDS, SIZED_DETECTION_FIELDS
from .base import Float32KernelOp, buffer_shape, static_extents


@irdl_op_definition
class DecodeBoxesOp(Float32KernelOp):
    """
    `4+classes,n` to `1,7,n`: class from 0, score, corners and area of every box.

    The input's rows are center x and y, width, height and the scores of the classes; the best class
    is taken. With `object_score`, a row before the scores has a factor of them all. With `final`,
    rows are two corners, score and class, and results are `1,6,n`. The class is -1 if the score is
    not above `confidence`, or if a number of the box is not finite. Bounds limit the boxes; those
    past them have class -1.

    The last `extras` rows, if any, are no classes; results are then `1,8,n`, the last field is the
    number of the box. Boxes that are `rotated` stay center and size, and instead of the area they
    have the angle, the last row.
    """

    name = "kernel.decode_boxes"
    BOUNDED: ClassVar[bool] = True
    confidence = prop_def(F32)
    object_score = opt_prop_def(UnitAttr)
    final = opt_prop_def(UnitAttr)
    extras = opt_prop_def(I64)
    rotated = opt_prop_def(UnitAttr)

    @property
    def first_class(self) -> int:
        """Return the row of the first class."""
        return BOX + (self.object_score is not None)

    @property
    def end_of_classes(self) -> int:
        """Return the row behind the last class."""
        extras = 0 if self.extras is None else self.extras.value.data
        return buffer_shape(self.inputs[0])[0] - extras

    def iteration_space(self) -> tuple[int, ...]:
        """Return the number of rows and of boxes."""
        return buffer_shape(self.inputs[0])

    def result_extents(self, bounds: Sequence[AffineExpr]) -> Sequence[Sequence[AffineExpr]]:
        """Return the static extents: rows of the table past the bounds are defined, too."""
        return static_extents(self.outputs)

    def flops(self) -> int:
        """Count a comparison for each score."""
        rows, boxes = buffer_shape(self.inputs[0])
        return rows * boxes

    def verify_(self) -> None:
        super().verify_()
        x = buffer_shape(self.inputs[0])
        if len(x) != 2 or self.end_of_classes <= self.first_class:
            raise VerifyException("the input must be rows of a box, then of classes")
        classes = self.end_of_classes - BOX
        if self.final is not None and (classes != 2 or self.object_score is not None):
            raise VerifyException("final boxes have six rows")
        fields = SIZED_DETECTION_FIELDS if self.final is None else DETECTION_FIELDS
        fields = fields if self.extras is None else NUMBERED_FIELDS
        if self.rotated is not None and self.extras is None:
            raise VerifyException("rotated boxes need an angle")
        if buffer_shape(self.outputs[0]) != (1, fields, x[1]):
            raise VerifyException(f"the output must be 1,{fields},n")
