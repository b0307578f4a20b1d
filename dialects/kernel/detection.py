"""Detections: decode boxes, choose them by score, suppress overlaps. Tables are padded with -1."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import MemRefType, UnitAttr
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import F32, F32Array, float_list
from ..detections import (
    DETECTION_FIELDS,
    NUMBERED_FIELDS,
    SIZED_DETECTION_FIELDS,
    YOLO_BOX_FIELDS,
)
from ..element_types import arithmetic_element
from .base import Float32KernelOp, buffer_shape, static_extents

MOST_PENDING = 64
"""Largest number of pending ranges in sorting: one for every bit of an index is enough."""
STACK_ELEMENTS = 2 * MOST_PENDING
"""Number of workspace elements for pending ranges."""
CANDIDATE_FIELDS = 2
"""Number and score of a prior that may be a box."""
PRIOR_GROUP = 8
"""Number of neighbouring priors whose scores are compared with the limit at once."""


@irdl_op_definition
class DecodeYoloOp(Float32KernelOp):
    """
    `boxes,5+classes,h,w` to `boxes,7,h*w`: label, score, corners and area of every box.

    ins: x, anchors `boxes,2` relative to the image, columns and rows of the cells `2,h*w`. The
    label is -1 if the score is below `confidence`. The score is that of YOLO version 3, or with
    `softmax` that of version 2; the results are then `boxes,6,h*w`, without the area.

    Bounds limit rows and columns; the boxes of other cells have the label -1. Anchors are then in
    the unit of `cell_size`, and the extents of the image are its cells times `cell_size`.
    """

    name = "kernel.decode_yolo"
    BOUNDED: ClassVar[bool] = True
    confidence = prop_def(F32)
    softmax = opt_prop_def(UnitAttr)
    cell_size = opt_prop_def(F32)

    def iteration_space(self) -> tuple[int, ...]:
        """Return the number of boxes, channels, rows and columns."""
        return buffer_shape(self.inputs[0])

    def result_extents(self, bounds: Sequence[AffineExpr]) -> Sequence[Sequence[AffineExpr]]:
        """Return the static extents: results of cells past the bounds are defined, too."""
        return static_extents(self.outputs)

    def verify_(self) -> None:
        super().verify_()
        if self.bounds is not None and self.cell_size is None:
            raise VerifyException("bounds need a cell_size")
        x, anchors, cells = (buffer_shape(v) for v in self.inputs)
        if len(x) != 4 or x[1] <= YOLO_BOX_FIELDS:
            raise VerifyException("the input must be boxes,5+classes,h,w")
        count = x[2] * x[3]
        if (anchors, cells) != ((x[0], 2), (2, count)):
            raise VerifyException("needs an anchor for every box and a place for every cell")
        fields = SIZED_DETECTION_FIELDS if self.softmax is None else DETECTION_FIELDS
        if buffer_shape(self.outputs[0]) != (x[0], fields, count):
            raise VerifyException(f"the output must be boxes,{fields},h*w")


@irdl_op_definition
class ClassDetectionsOp(Float32KernelOp):
    """
    The best boxes of every class but the first, which is the background: `classes-1,6,n`.

    ins: corrections `priors,4`, scores `priors,classes`, and `2,priors*4`: prior boxes and the
    variances of each. With `variances`, common to all boxes, scores are `classes,priors` and priors
    `priors,4`. Of the boxes with a score above `confidence`, take the best n, and of these the ones
    whose overlap with each better one is at most `overlap` (0/0 is more), best first, then -1s.
    """

    name = "kernel.class_detections"
    confidence = prop_def(F32)
    overlap = prop_def(F32)
    variances = opt_prop_def(F32Array)

    def counts(self) -> tuple[int, int]:
        """Return the number of priors and of classes."""
        scores = buffer_shape(self.inputs[1])
        priors, classes = scores if self.variances is None else scores[::-1]
        return priors, classes

    def decoded_boxes(self) -> int:
        """Return the place of the best candidates' boxes in the workspace, behind the stack."""
        return self.counts()[0] * CANDIDATE_FIELDS + STACK_ELEMENTS

    def largest_scores(self) -> int:
        """Return the place of each group's largest scores, behind the boxes."""
        return self.decoded_boxes() + buffer_shape(self.outputs[0])[2] * DETECTION_FIELDS

    def workspace_type(self) -> MemRefType:
        priors, classes = self.counts()
        groups = priors // PRIOR_GROUP if self.variances is None else 0
        size = self.largest_scores() + groups * classes
        return MemRefType(arithmetic_element(self.inputs[0].type), [size])

    def verify_(self) -> None:
        super().verify_()
        if any(len(buffer_shape(v)) != 2 for v in self.inputs) or len(self.inputs) != 3:
            raise VerifyException("needs corrections, scores and priors, each of two dimensions")
        (priors, classes), boxes = self.counts(), buffer_shape(self.inputs[2])
        if buffer_shape(self.inputs[0]) != (priors, 4):
            raise VerifyException("needs four corrections for every prior")
        if self.variances is None and (boxes[0] < 2 or boxes[1] < priors * 4):
            raise VerifyException("needs a row of priors and a row of variances")
        if self.variances is not None:
            if boxes != (priors, 4) or len(float_list(self.variances)) != 4:
                raise VerifyException("needs a row for every prior, and four variances")
        out = buffer_shape(self.outputs[0])
        if len(out) != 3 or out[:2] != (classes - 1, DETECTION_FIELDS) or out[2] > priors:
            raise VerifyException("the output must be classes-1,6,n with no more than all priors")


def table_workspace(tables: Sequence[SSAValue]) -> MemRefType:
    """Return the type of a workspace to hold and sort all detections of tables `t,fields,n`."""
    size = sum(prod(buffer_shape(v)) for v in tables) + STACK_ELEMENTS
    return MemRefType(arithmetic_element(tables[0].type), [size])


@irdl_op_definition
class SelectDetectionsOp(Float32KernelOp):
    """
    The best m of the detections in all inputs `t,6,n` or `t,7,n`, best first, then -1s: `m,6`. Of
    inputs `t,8,n`, with the numbers of boxes behind the areas, these follow: `m,7`.

    With `overlap`, keep only those whose overlap with each better one is at most that (0/0 is
    more). If the inputs have areas, keep those whose intersection with each better one is at most
    `overlap` times the union: boxes without area are all kept. With `by_class`, boxes of different
    labels do not overlap. Bounds limit the rows of the result. Boxes `t,8,n` that are `rotated`
    have a center, a size and an angle in place of corners and area; see `DetectBoxesOp`.
    """

    name = "kernel.select_detections"
    BOUNDED: ClassVar[bool] = True
    overlap = opt_prop_def(F32)
    by_class = opt_prop_def(UnitAttr)
    rotated = opt_prop_def(UnitAttr)

    def workspace_type(self) -> MemRefType:
        most = buffer_shape(self.outputs[0])[0]
        kept = 0 if self.overlap is None else most * self.fields()
        element = arithmetic_element(self.inputs[0].type)
        return MemRefType(element, [self.sorting_elements() + kept])

    def fields(self) -> int:
        """Return the number of fields of a detection in the inputs."""
        return buffer_shape(self.inputs[0])[1]

    def sorting_elements(self) -> int:
        """Return the elements for sorting; with `overlap`, the fields of kept boxes follow."""
        return table_workspace(self.inputs).get_shape()[0]

    def verify_(self) -> None:
        super().verify_()
        shapes = [buffer_shape(v) for v in self.inputs]
        fields = {shape[1] if len(shape) == 3 else 0 for shape in shapes}
        if fields not in ({DETECTION_FIELDS}, {SIZED_DETECTION_FIELDS}, {NUMBERED_FIELDS}):
            raise VerifyException("the inputs must be tables t,6,n, t,7,n or t,8,n")
        if self.by_class is not None and self.overlap is None:
            raise VerifyException("by_class needs an overlap")
        out = buffer_shape(self.outputs[0])
        if self.rotated is not None and fields != {NUMBERED_FIELDS}:
            raise VerifyException("rotated boxes have eight fields")
        numbers = int(fields == {NUMBERED_FIELDS})
        if len(out) != 2 or out[1] != DETECTION_FIELDS + numbers:
            raise VerifyException(f"the output must be m,{DETECTION_FIELDS + numbers}")
