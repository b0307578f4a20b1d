"""Project a flow to the places where it leads."""

from __future__ import annotations

from xdsl.irdl import irdl_op_definition
from xdsl.utils.exceptions import VerifyException

from .base import Float32KernelOp, buffer_shape

SCRATCH_PLANES = 4
"""Number of planes: sums of columns, rows and weights, and the neighbour counts of holes."""


@irdl_op_definition
class ProjectFlowKernelOp(Float32KernelOp):
    """
    Flow `2,h,w` and weights `1,h,w` to `2,h,w`; see `ProjectFlowOp`. A second output, `4,h,w`, is
    scratch memory for sums.
    """

    name = "kernel.project_flow"

    def flops(self) -> int:
        """Count two multiply-adds and a sum for each of four neighbours."""
        _, height, width = buffer_shape(self.inputs[0])
        return 20 * height * width

    def verify_(self) -> None:
        super().verify_()
        flow, *others = (buffer_shape(v) for v in (*self.inputs, *self.outputs))
        planes = [1, 2, SCRATCH_PLANES]
        if len(flow) != 3 or flow[0] != 2 or others != [(n, *flow[1:]) for n in planes]:
            raise VerifyException("needs planes of one size: 2 and 1, to 2 and 4")
