"""Diag: a vector as the diagonal of a matrix, or the diagonal of a matrix."""

from __future__ import annotations

from typing import ClassVar

from xdsl.ir import OpResult
from xdsl.irdl import irdl_op_definition, operand_def, result_def

from ..assembly import INPUT_TO_OUTPUT, optional
from ..base import NcnnOp
from ..errors import ShapeError
from ..layer import LayerSpec
from ..parameters import int_parameter
from ..rules.ranks import Rank, RankOf
from ..rules.value_range import ZERO, Range, RangeOf
from ..shapes import AnyTensor, Shape, shape_of


@irdl_op_definition
class DiagOp(NcnnOp):
    """
    `ncnn.diag %x diagonal -1`: a matrix of zeros with the vector `%x` below its main diagonal.

    Of a matrix the vector of that diagonal; positive ones are above the main diagonal.

    Shapes: `w` to `w + |diagonal|, w + |diagonal|`; `h,w` to the diagonal's length.
    Source: ncnn, diag.cpp.
    """

    name = "ncnn.diag"

    input = operand_def(AnyTensor)
    diagonal = int_parameter(0)
    output = result_def(AnyTensor)

    assembly_format = f"$input {optional('diagonal')}{INPUT_TO_OUTPUT}"

    LAYER: ClassVar = LayerSpec("Diag")

    def first(self) -> tuple[int, int]:
        """Return the row and column of the diagonal's first cell."""
        diagonal = self.diagonal.value.data
        return max(-diagonal, 0), max(diagonal, 0)

    def infer_shapes(self) -> list[Shape]:
        row, column = self.first()
        match shape_of(self.input):
            case (width,):
                return [(width + row + column,) * 2]
            case (height, width):
                length = min(height - row, width - column)
                if length < 1:
                    raise ShapeError(
                        f"{[height, width]} has no diagonal {self.diagonal.value.data}"
                    )
                return [(length,)]
            case shape:
                raise ShapeError(f"input must have 1 or 2 dimensions, not {len(shape)}")

    def result_rank(self, result: OpResult, rank_of: RankOf) -> Rank:
        return {1: 2, 2: 1}.get(rank_of(self.input) or 0)

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return range_of(self.input) | ZERO
