"""CumulativeSum: running sums along an axis."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, operand_def, result_def

from ..base import NcnnOp
from ..layer import LayerFamily, LayerSpec
from ..parameters import int_parameter
from ..rules.axes import resolve_axis
from ..shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class CumulativeSumOp(NcnnOp):
    """
    `ncnn.cumulativesum %x axis 1`: each element plus all before it along the axis.

    The axis is ignored for a vector. Source: ncnn, cumulativesum.cpp.
    """

    name = "ncnn.cumulativesum"
    input = operand_def(AnyTensor)
    axis = int_parameter(0)
    output = result_def(AnyTensor)
    assembly_format = "$input (`axis` $axis^)? attr-dict `:` type($input) `->` type($output)"
    FAMILY: ClassVar = LayerFamily.POOLING
    LAYER: ClassVar = LayerSpec("CumulativeSum")
    RANK: ClassVar = "input"

    def resolved_axis(self) -> int:
        """Return the axis, counted from the outermost."""
        rank = len(shape_of(self.input))
        return 0 if rank == 1 else resolve_axis(self.axis.value.data, rank)

    def infer_shapes(self) -> list[Shape]:
        self.resolved_axis()
        return [shape_of(self.input)]
