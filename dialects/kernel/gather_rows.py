"""Rows of a table, by number."""

from __future__ import annotations

from xdsl.irdl import irdl_op_definition
from xdsl.utils.exceptions import VerifyException

from .base import Float32KernelOp, buffer_shape


@irdl_op_definition
class GatherRowsKernelOp(Float32KernelOp):
    """`out[i] = table[words[i]] + bias`: `n`, `rows,out`, perhaps `out`; words are clamped."""

    name = "kernel.gather_rows"

    def flops(self) -> int:
        return 0

    def verify_(self) -> None:
        super().verify_()
        if len(self.inputs) not in (2, 3):
            raise VerifyException("takes words, a table and at most one bias")
        words, table, *bias = map(buffer_shape, self.inputs)
        if len(words) != 1 or len(table) != 2:
            raise VerifyException("words must have one extent, the table two")
        if buffer_shape(self.outputs[0]) != (*words, table[1]):
            raise VerifyException("the output must have a row of the table for each word")
        if any(shape != table[1:] for shape in bias):
            raise VerifyException("the bias must be as long as a row")
