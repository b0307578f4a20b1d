"""Neighbouring columns of an image as channels; not a layer of ncnn."""

from __future__ import annotations

from typing import ClassVar

from xdsl.ir import OpResult
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def

from ...alignment import align_up
from ...constraints import I64
from ..base import TAKES_BF16, NcnnOp
from ..errors import ShapeError
from ..rules.value_range import ZERO, Range, RangeOf
from ..shapes import AnyTensor, Shape, shape_of

PAIR = 2
"""Channels that a product of 16-bit floats sums: an odd number is followed by zeros."""


@irdl_op_definition
class UnfoldColumnsOp(NcnnOp):
    """
    `ncnn.unfold_columns %x kernel 3 stride 2 before 1 columns 112`: the columns under a kernel as
    channels.

    Channel `c * kernel + t` of column i is channel c of column `i * stride + t - before`, zero
    outside of the input. An odd number of channels is followed by one of zeros.
    """

    name = "ncnn.unfold_columns"
    input = operand_def(AnyTensor)
    kernel = prop_def(I64)
    stride = prop_def(I64)
    before = prop_def(I64)
    columns = prop_def(I64)
    output = result_def(AnyTensor)
    assembly_format = (
        "$input `kernel` $kernel `stride` $stride `before` $before `columns` $columns attr-dict "
        "`:` type($input) `->` type($output)"
    )
    NARROW_ELEMENTS: ClassVar = TAKES_BF16
    DRIVES_LAYOUT: ClassVar[bool] = True
    SUPPORTS_PACKING: ClassVar[bool] = True
    PLAIN_OPERANDS: ClassVar = frozenset({"input"})
    RANK: ClassVar = 3

    def infer_shapes(self) -> list[Shape]:
        shape, kernel = shape_of(self.input), self.kernel.value.data
        if len(shape) != 3 or min(kernel, self.stride.value.data, self.columns.value.data) < 1:
            raise ShapeError(f"an image with columns under a kernel of {kernel}, not {list(shape)}")
        return [(align_up(shape[0] * kernel, PAIR), shape[1], self.columns.value.data)]

    def keeps_element_type(self) -> bool:
        return False

    def result_range(self, result: OpResult, range_of: RangeOf) -> Range:
        return range_of(self.input) | ZERO
