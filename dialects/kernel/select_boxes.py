"""Non-maximum suppression of boxes."""

from __future__ import annotations

from xdsl.dialects.builtin import MemRefType
from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import F32
from ..element_types import arithmetic_element
from .base import Float32KernelOp, buffer_shape

MOST_LANES = 16
"""Largest number of float32 lanes of any target's vectors."""


@irdl_op_definition
class SelectBoxesKernelOp(Float32KernelOp):
    """Boxes `4,n` and scores `n` to the indices of the best `m`, then -1s; see `SelectBoxesOp`."""

    name = "kernel.select_boxes"
    overlap = prop_def(F32)
    score = prop_def(F32)

    def flops(self) -> int:
        """Count a comparison of each chosen box with all boxes."""
        return 12 * buffer_shape(self.outputs[0])[0] * buffer_shape(self.inputs[1])[0]

    def workspace_type(self) -> MemRefType:
        """Return the type of the remaining scores, in whole vectors."""
        vectors = -(-buffer_shape(self.inputs[1])[0] // MOST_LANES)
        return MemRefType(arithmetic_element(self.inputs[0].type), [vectors * MOST_LANES])

    def verify_(self) -> None:
        super().verify_()
        boxes, scores = (buffer_shape(v) for v in self.inputs)
        out = buffer_shape(self.outputs[0])
        if len(scores) != 1 or boxes != (4, *scores):
            raise VerifyException("needs four numbers and a score for every box")
        if len(out) != 1 or out[0] > scores[0]:
            raise VerifyException("the output must be a vector of no more than all boxes")
