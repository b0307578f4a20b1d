"""Rows of a table, by number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import f32, i8
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr
from xdsl.irdl import irdl_op_definition
from xdsl.utils.exceptions import VerifyException

from ..element_types import element_of
from .base import Float32KernelOp, buffer_shape


@irdl_op_definition
class GatherRowsKernelOp(Float32KernelOp):
    """
    `out[i] = table[words[i]] + bias`: `n`, `rows,out`, perhaps `out`; words are clamped.

    ins: words, table, [scale,] [bias]. A table of i8 is divided by its scale, `1`; one of f16 is
    widened. Bounds end the words.
    """

    name = "kernel.gather_rows"
    BOUNDED: ClassVar[bool] = True

    def inferred_bounds(self, extents: Sequence[Sequence[AffineExpr]]) -> Sequence[AffineExpr]:
        """Rows are as many as words."""
        return [*extents[0], AffineExpr.constant(self.iteration_space()[1])]

    def flops(self) -> int:
        return 0

    @property
    def is_int8(self) -> bool:
        """Return whether the table has integers, and a scale."""
        return len(self.inputs) > 1 and element_of(self.inputs[1].type) == i8

    def streamed_weights(self) -> Sequence[SSAValue]:
        return self.inputs[1:2]

    def bias(self) -> Sequence[SSAValue]:
        """Return the bias, if there is one."""
        return self.inputs[2 + self.is_int8 :]

    def _verify_types(self) -> None:
        if not self.is_int8:
            super()._verify_types()
        elif any(element_of(v.type) != f32 for v in (self.inputs[0], *self.inputs[2:])):
            raise VerifyException("only a table may be of i8")

    def verify_(self) -> None:
        super().verify_()
        if len(self.inputs) < 2 + self.is_int8 or len(self.bias()) > 1:
            raise VerifyException("takes words, a table, the scale of one of i8, and a bias")
        words, table, *others = map(buffer_shape, self.inputs)
        if self.is_int8 and others.pop(0) != (1,):
            raise VerifyException("a table has one scale")
        if len(words) != 1 or len(table) != 2:
            raise VerifyException("words must have one extent, the table two")
        if buffer_shape(self.outputs[0]) != (*words, table[1]):
            raise VerifyException("the output must have a row of the table for each word")
        if any(shape != table[1:] for shape in others):
            raise VerifyException("the bias must be as long as a row")
