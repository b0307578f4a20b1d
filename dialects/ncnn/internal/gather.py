"""Gather elements and rows by index; not layers of ncnn: custom layers are rewritten to them."""

from __future__ import annotations

from typing import ClassVar

from xdsl.ir import OpResult
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def

from ...constraints import I64
from ..base import NcnnOp
from ..errors import ShapeError
from ..layer import LayerFamily
from ..rules.axes import resolve_axis
from ..rules.value_range import Range, RangeOf
from ..shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class GatherRowsOp(NcnnOp):
    """
    `ncnn.gather_rows %table, %indices`: gather the row of the table for each index.

    Indices are floats that lose their fraction; one outside of the table stands for the
    nearest row.
    Shapes: `rows,width` and `n` to `n,width`.
    """

    name = "ncnn.gather_rows"
    table = operand_def(AnyTensor)
    indices = operand_def(AnyTensor)
    output = result_def(AnyTensor)
    assembly_format = (
        "$table `,` $indices attr-dict `:` type($table) `,` type($indices) `->` type($output)"
    )
    FAMILY: ClassVar = LayerFamily.SHAPE
    RANK: ClassVar = 2

    def infer_shapes(self) -> list[Shape]:
        table, indices = shape_of(self.table), shape_of(self.indices)
        if len(table) != 2:
            raise ShapeError(f"table must have 2 dimensions, not {len(table)}")
        if len(indices) != 1:
            raise ShapeError(f"indices must have 1 dimension, not {len(indices)}")
        return [(*indices, table[1])]

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return range_of(self.table)


@irdl_op_definition
class GatherElementsOp(NcnnOp):
    """
    `ncnn.gather_elements %x, %indices axis 1`: each element of the result is the one of x at its
    own place, but with its index as the place along the axis.

    Indices are floats that lose their fraction; one outside of x stands for the nearest element.
    Shapes: x and indices differ along the axis only; the result has the shape of the indices.
    """

    name = "ncnn.gather_elements"
    input = operand_def(AnyTensor)
    indices = operand_def(AnyTensor)
    axis = prop_def(I64)
    output = result_def(AnyTensor)
    assembly_format = (
        "$input `,` $indices `axis` $axis attr-dict "
        "`:` type($input) `,` type($indices) `->` type($output)"
    )
    FAMILY: ClassVar = LayerFamily.SHAPE
    RANK: ClassVar = "input"

    def resolved_axis(self) -> int:
        """Return the axis, counted from the outermost."""
        return resolve_axis(self.axis.value.data, len(shape_of(self.input)))

    def infer_shapes(self) -> list[Shape]:
        x, indices, axis = shape_of(self.input), shape_of(self.indices), self.resolved_axis()
        if len(x) != len(indices) or _without(x, axis) != _without(indices, axis):
            raise ShapeError(f"indices of shape {list(indices)} do not fit {list(x)}, axis {axis}")
        return [indices]

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return range_of(self.input)


def _without(shape: Shape, axis: int) -> Shape:
    return (*shape[:axis], *shape[axis + 1 :])
