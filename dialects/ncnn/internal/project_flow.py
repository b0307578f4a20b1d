"""A flow carried to where it leads; no layer of ncnn."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def, result_def

from ..base import NcnnOp
from ..errors import ShapeError
from ..shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class ProjectFlowOp(NcnnOp):
    """
    `ncnn.project_flow %flow, %weight`: carry the opposite of each flow to where it leads.

    The flow of pixel (y, x) leads to row `y + flow[1, y, x]`, column `x + flow[0, y, x]`. If four
    pixels are around that place, each of them gets the weight, and the negative flow times the
    weight. A result is the mean by weight. A pixel whose weights do not sum to more than 0 is a
    hole: the mean of the nearest results to its left and right, above and below, of those there
    are; with none it keeps its sum.

    Shapes: flow `2,h,w`, in pixels, and weight `1,h,w` to `2,h,w`.
    """

    name = "ncnn.project_flow"
    flow = operand_def(AnyTensor)
    weight = operand_def(AnyTensor)
    output = result_def(AnyTensor)

    assembly_format = "$flow `,` $weight attr-dict `:` functional-type(operands, results)"
    RANK: ClassVar = "flow"

    def infer_shapes(self) -> list[Shape]:
        flow = shape_of(self.flow)
        check_project_flow(flow, shape_of(self.weight))
        return [flow]

    def moves_elements(self) -> bool:
        return False


def check_project_flow(flow: Shape, weight: Shape) -> None:
    """Raises: ShapeError unless the shapes are `2,h,w` and `1,h,w`."""
    if len(flow) != 3 or flow[0] != 2:
        raise ShapeError(f"flow must have shape [2, h, w], not {list(flow)}")
    if weight != (1, *flow[1:]):
        raise ShapeError(f"depth must have shape {[1, *flow[1:]]}, not {list(weight)}")
