"""GLU: one half gated by the other."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def, result_def

from ..base import NcnnOp
from ..errors import ShapeError
from ..layer import LayerFamily, LayerSpec
from ..parameters import int_parameter
from ..rules.axes import resolve_axis
from ..shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class GLUOp(NcnnOp):
    """
    `ncnn.glu %x axis 0`: the first half along an axis times the sigmoid of the second.

    The last cell of an odd extent is dropped; the axis is ignored for a vector. Source: ncnn,
    glu.cpp.
    """

    name = "ncnn.glu"
    input = operand_def(AnyTensor)
    axis = int_parameter(0)
    output = result_def(AnyTensor)
    assembly_format = "$input (`axis` $axis^)? attr-dict `:` type($input) `->` type($output)"
    FAMILY: ClassVar = LayerFamily.ACTIVATION
    LAYER: ClassVar = LayerSpec("GLU")
    RANK: ClassVar = "input"

    def resolved_axis(self) -> int:
        """Return the axis, counted from the outermost."""
        rank = len(shape_of(self.input))
        return 0 if rank == 1 else resolve_axis(self.axis.value.data, rank)

    def infer_shapes(self) -> list[Shape]:
        shape, axis = shape_of(self.input), self.resolved_axis()
        if shape[axis] < 2:
            raise ShapeError(f"an axis of {shape[axis]} has no halves")
        return [(*shape[:axis], shape[axis] // 2, *shape[axis + 1 :])]
