"""Masks of detected objects."""

from __future__ import annotations

from xdsl.dialects.builtin import MemRefType, f32, i8
from xdsl.irdl import irdl_op_definition
from xdsl.utils.exceptions import VerifyException

from ..detections import DETECTION_FIELDS, MASK_STRIDE
from ..element_types import element_of
from .base import KernelOp, buffer_shape

BAND = 8
"""Rows of prototypes that are summed together, and kept with a row above and below."""
MOST_LANES = 16
"""Largest number of float32 lanes of any target's vectors; room before the first column."""


@irdl_op_definition
class InstanceMasksKernelOp(KernelOp):
    """
    Rows `m,6+e` of detections and prototypes `e,h,w` to `m,4h,4w` of i8; see `InstanceMasksOp`.
    The mask behind the last one begins with -1; what follows is undefined.
    """

    name = "kernel.instance_masks"

    def columns(self) -> int:
        """Return the columns of the workspace, in whole vectors with some before and behind."""
        return -(-buffer_shape(self.inputs[1])[2] // MOST_LANES) * MOST_LANES + 2 * MOST_LANES

    def workspace_type(self) -> MemRefType:
        """Return the type of the sums of a band, and of the pixels of a line inside of a box."""
        return MemRefType(f32, [(BAND + 3) * self.columns()])

    def flops(self) -> int:
        """Count the sums and the interpolation of one object that fills the image."""
        prototypes, height, width = buffer_shape(self.inputs[1])
        return height * width * (2 * prototypes + 12 * MASK_STRIDE * MASK_STRIDE)

    def _verify_types(self) -> None:
        elements = [element_of(v.type) for v in (*self.inputs, *self.outputs)]
        if elements != [f32, f32, i8]:
            raise VerifyException("makes i8 of f32")

    def verify_(self) -> None:
        super().verify_()
        rows, prototypes = (buffer_shape(v) for v in self.inputs)
        if len(prototypes) != 3 or rows[1:] != (DETECTION_FIELDS + prototypes[0],):
            raise VerifyException("needs a coefficient for each prototype in each row")
        size = tuple(MASK_STRIDE * extent for extent in prototypes[1:])
        if buffer_shape(self.outputs[0]) != (rows[0], *size):
            raise VerifyException("the output must have four rows and columns for each")
