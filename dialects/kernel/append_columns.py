"""Rows of detections with columns of a table."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.irdl import irdl_op_definition, opt_prop_def
from xdsl.utils.exceptions import VerifyException

from ..detections import DETECTION_FIELDS
from .base import Float32KernelOp, buffer_shape


@irdl_op_definition
class AppendColumnsOp(Float32KernelOp):
    """
    Rows `m,7` of detections, the last field being a column of the table `r,n`, to `m,6+e`: behind
    the other fields the last e elements of that column. Rows that begin with -1 are filled with it.
    Of boxes that are `rotated`, the first four elements replace the corners. Bounds limit the
    results.
    """

    name = "kernel.append_columns"
    BOUNDED: ClassVar[bool] = True
    rotated = opt_prop_def(UnitAttr)

    def verify_(self) -> None:
        super().verify_()
        rows, table = (buffer_shape(v) for v in self.inputs)
        if len(rows) != 2 or rows[1] != DETECTION_FIELDS + 1 or len(table) != 2:
            raise VerifyException("needs rows m,7 and a table")
        out = buffer_shape(self.outputs[0])
        if len(out) != 2 or out[0] != rows[0] or not 0 < out[1] - DETECTION_FIELDS <= table[0]:
            raise VerifyException("the output must be m,6+e with up to all rows of the table")
