"""Find the largest elements of rows; not a layer of ncnn, but custom layers are rewritten to it."""

from __future__ import annotations

from typing import ClassVar

from xdsl.ir import OpResult
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def

from ...constraints import I64
from ..base import NcnnOp
from ..errors import ShapeError
from ..layer import LayerFamily
from ..rules.value_range import Range, RangeOf
from ..shapes import AnyTensor, Shape, shape_of

MOST_ELEMENTS = 1 << 24
"""Largest number of elements of a row: float32 has all integers up to this."""


@irdl_op_definition
class TopKOp(NcnnOp):
    """
    `%values, %indices = ncnn.top_k %x k 5`: the k largest elements of each row, the largest first,
    and their places in the row, as floats.

    Of equal elements the first comes first. NaN compares as -infinity does.
    Shapes: `...,n` to `...,k` twice. Source: torch.topk.
    """

    name = "ncnn.top_k"
    input = operand_def(AnyTensor)
    k = prop_def(I64)
    values = result_def(AnyTensor)
    indices = result_def(AnyTensor)
    assembly_format = "$input `k` $k attr-dict `:` functional-type(operands, results)"
    FAMILY: ClassVar = LayerFamily.POOLING
    RANK: ClassVar = "input"

    def infer_shapes(self) -> list[Shape]:
        *outer, n = shape_of(self.input)
        k = self.k.value.data
        if not 1 <= k <= n:
            raise ShapeError(f"k is {k}, rows have {n} elements")
        if n > MOST_ELEMENTS:
            raise ShapeError(f"rows have {n} elements, more than the 2^24 that float32 can number")
        return [(*outer, k), (*outer, k)]

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        if result is self.values:
            return range_of(self.input)
        return Range(0.0, float(MOST_ELEMENTS))
