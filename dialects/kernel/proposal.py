"""Propose regions: decode anchors, choose the best. Tables have the form of detections."""

from __future__ import annotations

from xdsl.dialects.builtin import MemRefType
from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import F32, I64
from ..detections import DETECTION_FIELDS
from .base import Float32KernelOp, buffer_shape
from .detection import table_workspace


@irdl_op_definition
class DecodeProposalsOp(Float32KernelOp):
    """
    `anchors,4,h*w` to `anchors,6,h*w`: label, score and corners of every anchor at every cell.

    ins: corrections, scores `anchors,h*w`, sizes of the anchors `anchors,2` and their centres
    `2,h*w`, in pixels, and the image's height, width and scale. The label is 1, or -1 for a box
    whose part in the image is narrower or lower than `min_size` times the scale.
    """

    name = "kernel.decode_proposals"
    min_size = prop_def(I64)

    def verify_(self) -> None:
        super().verify_()
        shapes = [buffer_shape(v) for v in self.inputs]
        if len(shapes) != 5 or len(shapes[0]) != 3 or shapes[0][1] != 4:
            raise VerifyException("the input must be anchors,4,h*w, one of five")
        anchors, _, cells = shapes[0]
        if shapes[1:] != [(anchors, cells), (anchors, 2), (2, cells), (3,)]:
            raise VerifyException("needs scores, sizes and centres of all boxes, and the image")
        if buffer_shape(self.outputs[0]) != (anchors, DETECTION_FIELDS, cells):
            raise VerifyException("the output must be anchors,6,h*w")


@irdl_op_definition
class SelectProposalsOp(Float32KernelOp):
    """
    Corners `m,4` and scores `m,1` of the best boxes of a table `t,6,n`, best first.

    Of the best `candidates`, take those that overlap no better one by more than `overlap`. Pad with
    -1s, and scores of -infinity.
    """

    name = "kernel.select_proposals"
    candidates = prop_def(I64)
    overlap = prop_def(F32)

    def workspace_type(self) -> MemRefType:
        return table_workspace(self.inputs)

    def verify_(self) -> None:
        super().verify_()
        shapes = [buffer_shape(v) for v in self.inputs]
        if len(shapes) != 1 or len(shapes[0]) != 3 or shapes[0][1] != DETECTION_FIELDS:
            raise VerifyException("the input must be a table t,6,n")
        corners, *scores = (buffer_shape(v) for v in self.outputs)
        if len(corners) != 2 or corners[1] != 4 or scores != [(corners[0], 1)]:
            raise VerifyException("the outputs must be m,4 and m,1")
