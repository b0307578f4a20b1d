"""Gather rows of a table by number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import f32, i8
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr
from xdsl.irdl import irdl_op_definition
from xdsl.utils.exceptions import VerifyException

from ..element_types import element_of, u8
from .base import Float32KernelOp, buffer_shape
from .block_words import CODEBOOK_ENTRIES


@irdl_op_definition
class GatherRowsKernelOp(Float32KernelOp):
    """
    `out[i] = table[words[i]] + bias`: `n`, `rows,out`, perhaps `out`; words are clamped.

    ins: words, table, [scale or codebook,] [bias]. A table of i8 is divided by its scale, `1`; one
    of ui8 has indices into a codebook, `256`; one of f16 is widened. Bounds limit the words.
    """

    name = "kernel.gather_rows"
    BOUNDED: ClassVar[bool] = True

    def inferred_bounds(self, extents: Sequence[Sequence[AffineExpr]]) -> Sequence[AffineExpr]:
        """Return the bounds: a row for each word."""
        return [*extents[0], AffineExpr.constant(self.iteration_space()[1])]

    def flops(self) -> int:
        return 0

    @property
    def parameters(self) -> int:
        """Return the number of elements of the scale or codebook; 0 for a table of floats."""
        element = element_of(self.inputs[1].type) if len(self.inputs) > 1 else f32
        return CODEBOOK_ENTRIES if element == u8 else int(element == i8)

    def streamed_weights(self) -> Sequence[SSAValue]:
        return self.inputs[1:2]

    def bias(self) -> Sequence[SSAValue]:
        """Return the bias, if there is one."""
        return self.inputs[2 + bool(self.parameters) :]

    def _verify_types(self) -> None:
        if not self.parameters:
            super()._verify_types()
        elif any(element_of(v.type) != f32 for v in (self.inputs[0], *self.inputs[2:])):
            raise VerifyException("only a table may be of integers")

    def verify_(self) -> None:
        super().verify_()
        if len(self.inputs) < 2 + bool(self.parameters) or len(self.bias()) > 1:
            raise VerifyException("takes words, a table, its codebook or scales, and a bias")
        words, table, *others = map(buffer_shape, self.inputs)
        if self.parameters and others.pop(0) != (self.parameters,):
            raise VerifyException("a table of i8 has one scale, one of ui8 a codebook of 256")
        if len(words) != 1 or len(table) != 2:
            raise VerifyException("words must have one extent, the table two")
        if buffer_shape(self.outputs[0]) != (*words, table[1]):
            raise VerifyException("the output must have a row of the table for each word")
        if any(shape != table[1:] for shape in others):
            raise VerifyException("the bias must be as long as a row")
