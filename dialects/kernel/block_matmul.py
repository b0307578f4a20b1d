"""Products with a matrix of few bits, whose integers are widened on the way."""

from __future__ import annotations

from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import IntegerType, MemRefType, f32, i8, i32
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64, I64Array, int_list
from ..element_types import element_of
from .base import buffer_shape
from .products import LateEpilogueOp

TOGETHER = {4: (8, 1), 6: (16, 3), 8: (1, 1)}
"""Bits of integers -> the columns whose integers lie together, and the words of these."""
OFFSETS = {4: 8, 6: 32, 8: 0}
"""Bits of integers -> what is added to them, so that they are not negative."""


def word_type(bits: int) -> IntegerType:
    """The type of a word in which integers lie together."""
    return i8 if bits == 8 else i32


@irdl_op_definition
class BlockMatmulOp(LateEpilogueOp):
    """
    `y[m, n] = sum over k of x[m, k] * integer[n, k] * factor[n, k / size]`, then the epilogue.

    ins: x, integers of `bits` bits in panels, factors in panels, epilogue operands; see
    `#ncnn.block_integers` and `#ncnn.block_factors`. All else is as of `kernel.matmul`, with a
    batch of one matrix.

    With `block` the panel of a group of vectors is widened into the workspace, once for that many
    register tiles; without it, in registers, for each tile.
    """

    name = "kernel.block_matmul"
    extents = prop_def(I64Array)
    x_strides = prop_def(I64Array)
    y_strides = prop_def(I64Array)
    bits = prop_def(I64)
    size = prop_def(I64)
    lanes = prop_def(I64)
    register = prop_def(I64Array)
    block = opt_prop_def(I64)
    weights_ahead = opt_prop_def(I64Array)

    EPILOGUE_START: ClassVar = 3

    @property
    def product(self) -> None:
        """Return that it multiplies by `simd.fma`."""
        return

    @property
    def k(self) -> int:
        """Return the columns that one instruction takes."""
        return 1

    def flops(self) -> int:
        return 2 * prod(int_list(self.extents))

    def workspace_type(self) -> MemRefType | None:
        if self.block is None:
            return None
        columns = int_list(self.extents)[3]
        return MemRefType(f32, [columns * int_list(self.register)[1] * self.lanes.value.data])

    def panel_sizes(self) -> tuple[int, int]:
        """The words of integers, and the factors."""
        *_, n, k = int_list(self.extents)
        together, words = TOGETHER[self.bits.value.data]
        rows = -(-n // self.lanes.value.data) * self.lanes.value.data
        return rows * -(-k // together) * words, rows * -(-k // self.size.value.data)

    def _verify_types(self) -> None:
        others = (self.inputs[0], *self.inputs[2:], *self.outputs)
        word = word_type(self.bits.value.data)
        if element_of(self.inputs[1].type) != word:
            raise VerifyException(f"integers of {self.bits.value.data} bits lie in {word}")
        if any(element_of(v.type) != f32 for v in others):
            raise VerifyException("computes on f32 only")

    def verify_(self) -> None:
        if len(self.inputs) < self.EPILOGUE_START:
            raise VerifyException("needs x, integers and factors")
        super().verify_()
        if self.bits.value.data not in TOGETHER:
            raise VerifyException("bits are 4, 6 or 8")
        lists = (self.extents, self.x_strides, self.y_strides, self.register)
        if [len(int_list(values)) for values in lists] != [4, 3, 2, 2]:
            raise VerifyException("needs 4 extents, 3 strides of x, 2 of y and a register tile")
        if min(int_list(self.extents)) < 1 or int_list(self.extents)[0] != 1:
            raise VerifyException("extents must be positive, and of one matrix")
        sizes = self.panel_sizes()
        if [buffer_shape(panels) for panels in self.inputs[1:3]] != [(size,) for size in sizes]:
            raise VerifyException("integers must have {} words, factors {}".format(*sizes))
        _, m, n, _ = int_list(self.extents)
        allowed = [(rows, columns) for rows in (1, m) for columns in (1, n)]
        for operand in self.inputs[self.EPILOGUE_START :]:
            if buffer_shape(operand) not in allowed:
                raise VerifyException(
                    f"an epilogue operand has shape {list(buffer_shape(operand))}"
                )
