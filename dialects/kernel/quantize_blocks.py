"""Quantize blocks of rows to int8."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import f32, i8, i16, i32
from xdsl.ir.affine import AffineExpr
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64
from ..element_types import element_of
from .base import KernelOp, buffer_shape

PITCH = 16
"""Rows of integers are padded to a multiple of this, the most columns that words share."""

DIGIT_RATIO = 254.0
"""Ratio of the steps of two successive digits: half a step is 127 of the next."""


def pitch_of(columns: int) -> int:
    """Return the number of integers of a row, including zeros after its columns."""
    return -(-columns // PITCH) * PITCH


@irdl_op_definition
class QuantizeBlocksOp(KernelOp):
    """
    Quantize each block of `size` columns of `rows,n` (the last one may be smaller) to int8. The
    largest magnitude of a block, or the number in a second input for all blocks, becomes 127;
    halves round away from zero.

    outs: the integers `rows,pitch`, with zeros after the columns; the factor of each block,
    `rows,blocks`; and `-offset` times the sum of each block's integers, `rows,blocks`, the initial
    sum of products with integers that have `offset` added. In i16, the second and third of four
    integers are swapped, so that bytes 0 and 2 of a word, and 1 and 3, meet neighbours. Bounds
    limit the rows.

    With `digits`, each row becomes a sum of that many rows of integers: the rounding error of one
    is quantized in steps 254 times smaller by the next. Three digits are as exact as float32 is for
    the largest number of a block. The factor of a block with a NaN or an infinity is one, too.
    """

    name = "kernel.quantize_blocks"
    BOUNDED: ClassVar[bool] = True
    size = prop_def(I64)
    offset = prop_def(I64)
    digits = opt_prop_def(I64)

    @property
    def digit_count(self) -> int:
        """Return the number of rows of integers per row."""
        return 1 if self.digits is None else self.digits.value.data

    def iteration_space(self) -> tuple[int, ...]:
        return buffer_shape(self.inputs[0])

    def result_extents(self, bounds: Sequence[AffineExpr]) -> Sequence[Sequence[AffineExpr]]:
        shapes = [buffer_shape(y) for y in self.outputs]
        rows = bounds[0] * self.digit_count
        return [[rows, AffineExpr.constant(columns)] for _, columns in shapes]

    def _verify_types(self) -> None:
        elements = [element_of(v.type) for v in (*self.inputs[:1], *self.outputs)]
        if elements not in ([f32, i8, f32, i32], [f32, i16, f32, i32]):
            raise VerifyException("makes i8 or i16, f32 and i32 of f32")

    def verify_(self) -> None:
        super().verify_()
        size = self.size.value.data
        if size < 1 or size % 4:
            raise VerifyException("blocks have whole fours of columns")
        if any((buffer_shape(v), element_of(v.type)) != ((1,), f32) for v in self.inputs[1:]):
            raise VerifyException("the largest magnitude is one number of f32")
        rows, columns = buffer_shape(self.inputs[0])
        blocks = -(-columns // size)
        rows *= self.digit_count
        expected = [(rows, pitch_of(columns)), (rows, blocks), (rows, blocks)]
        if [buffer_shape(y) for y in self.outputs] != expected:
            raise VerifyException(f"the outputs must have the shapes {list(map(list, expected))}")
