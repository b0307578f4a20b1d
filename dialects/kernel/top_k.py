"""The largest elements of rows."""

from __future__ import annotations

from xdsl.dialects.builtin import MemRefType, f32
from xdsl.irdl import irdl_op_definition
from xdsl.utils.exceptions import VerifyException

from .base import Float32KernelOp, buffer_shape

BLOCK = 256
"""Size of a block: its largest element is kept, and one scan finds the next after that is taken."""
LANES = 16
"""Largest number of lanes of a vector: arrays in the workspace are padded to it."""


@irdl_op_definition
class TopKKernelOp(Float32KernelOp):
    """
    The k largest elements of each row, and their places: ins `rows,n`, outs `rows,k` twice.

    The largest comes first, of equal elements the first; NaN compares as -infinity does.
    """

    name = "kernel.top_k"

    def blocks(self) -> int:
        """Return the number of blocks of a row."""
        return -(-buffer_shape(self.inputs[0])[1] // BLOCK)

    def padded_blocks(self) -> int:
        """Return the number of blocks in the workspace."""
        return -(-self.blocks() // LANES) * LANES

    def workspace_type(self) -> MemRefType:
        """Return the type of a row in whole blocks, then each block's largest element and index."""
        return MemRefType(f32, [self.blocks() * BLOCK + 2 * self.padded_blocks()])

    def flops(self) -> int:
        """Count comparisons: each element once; for each result, all blocks and one block."""
        rows, n = buffer_shape(self.inputs[0])
        return rows * (n + buffer_shape(self.outputs[0])[1] * (self.blocks() + BLOCK))

    def verify_(self) -> None:
        super().verify_()
        if len(self.inputs) != 1 or len(self.outputs) != 2:
            raise VerifyException("takes rows, and gives values and places")
        x, values, places = map(buffer_shape, (*self.inputs, *self.outputs))
        if len(x) != 2 or values != places or len(values) != 2 or values[0] != x[0]:
            raise VerifyException("values and places need the rows of the input")
        if values[1] > x[1]:
            raise VerifyException(f"rows of {x[1]} elements have no {values[1]} largest")
