"""Resampling of images."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr
from xdsl.irdl import irdl_op_definition
from xdsl.utils.exceptions import VerifyException

from ..element_types import element_of
from .base import Float32KernelOp, buffer_shape


@irdl_op_definition
class InterpKernelOp(Float32KernelOp):
    """
    `c/p,h,w,p` to `c/p,oh,ow,p`: sums of weighted pixels.

    ins: x, tables of i64 `oh,s` and `ow,t` with the input rows and columns of each output row and
    column, and tables of f32 of the same shapes with their weights; without weights a pixel of any
    type is copied. Bounds are those of the output, and of the rows and columns of the input: table
    entries past the last row or column stand for it.
    """

    name = "kernel.interp"
    BOUNDED: ClassVar[bool] = True

    def iteration_space(self) -> tuple[int, ...]:
        """Return the extents of the output, then the rows and columns of the input."""
        return *buffer_shape(self.outputs[0]), *buffer_shape(self.inputs[0])[1:3]

    def result_extents(self, bounds: Sequence[AffineExpr]) -> Sequence[Sequence[AffineExpr]]:
        return [bounds[:4]]

    def tables(self) -> Sequence[SSAValue]:
        return self.inputs[1:3]

    def _verify_types(self) -> None:
        copied = (self.inputs[0], self.outputs[0])
        if len(self.inputs) > 3 or len({element_of(v.type) for v in copied}) > 1:
            super()._verify_types()
        elif any(element_of(table.type) != i64 for table in self.tables()):
            raise VerifyException("tables must be of i64")

    def verify_(self) -> None:
        super().verify_()
        source, out = buffer_shape(self.inputs[0]), buffer_shape(self.outputs[0])
        if len(source) != 4 or (source[0], source[3]) != (out[0], out[3]):
            raise VerifyException("input and output must have the same blocks of channels")
        tables = [buffer_shape(v) for v in self.inputs[1:]]
        if len(tables) not in (2, 4) or (tables[0][0], tables[1][0]) != out[1:3]:
            raise VerifyException("needs a table of rows and one of columns")
        if len(tables) == 2 and (tables[0][1], tables[1][1]) != (1, 1):
            raise VerifyException("needs weights for more than one pixel")
