"""Convert the projection of a flow to one kernel, with a buffer for its sums."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.kernel.project_flow import SCRATCH_PLANES, ProjectFlowKernelOp
from ....dialects.ncnn.internal.project_flow import ProjectFlowOp
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(ProjectFlowOp)
def project_flow(
    k: KernelBuilder, op: ProjectFlowOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Append one kernel, which projects pixels one by one."""
    _, height, width = shape_of(op.output)
    type = operands[0].type
    outputs = [k.empty((planes, height, width), type) for planes in (2, SCRATCH_PLANES)]
    return [k.insert(ProjectFlowKernelOp.make(operands, outputs))]
