"""Detections in the pixels of the image."""

from __future__ import annotations

from xdsl.dialects.builtin import UnitAttr, f32, i32
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64, I64Array, int_list
from ..detections import DETECTION_FIELDS
from ..element_types import element_of
from .base import KernelOp, buffer_shape


@irdl_op_definition
class PlaceRowsKernelOp(KernelOp):
    """Rows `m,6+e` and the extents of an image to rows `m,6+e`; see `PlaceRowsOp`."""

    name = "kernel.place_rows"
    size = prop_def(I64Array)
    letterbox = opt_prop_def(UnitAttr)
    point = opt_prop_def(I64)

    def _verify_types(self) -> None:
        elements = [element_of(v.type) for v in (*self.inputs, *self.outputs)]
        if elements != [f32, i32, f32]:
            raise VerifyException("needs rows of f32, and extents of i32")

    def verify_(self) -> None:
        super().verify_()
        rows, extents = (buffer_shape(v) for v in self.inputs)
        if len(rows) != 2 or rows[1] < DETECTION_FIELDS or extents != (3,):
            raise VerifyException("needs rows of six numbers, and three extents")
        if len(int_list(self.size)) != 2 or buffer_shape(self.outputs[0]) != rows:
            raise VerifyException("the output must have the extents of the rows")
