"""Copies."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import ClassVar

from xdsl.dialects.builtin import AffineMapAttr
from xdsl.ir.affine import AffineExpr
from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64
from .base import KernelOp, buffer_shape


@irdl_op_definition
class CopyOp(KernelOp):
    """
    Copy all elements of the input to the output, in order; the shapes may differ. Bounds are those
    of the output's axes.
    """

    name = "kernel.copy"
    BOUNDED: ClassVar[bool] = True

    def verify_(self) -> None:
        super().verify_()
        if prod(buffer_shape(self.inputs[0])) != prod(buffer_shape(self.outputs[0])):
            raise VerifyException("input and output must have the same number of elements")


@irdl_op_definition
class CopyRowsOp(KernelOp):
    """
    Copy all rows of `outer, rows, n` to `outer, most, n` from row `begin` on; other rows of the
    output keep their values.

    A Concat along an axis with dynamic extents becomes one such op for each operand; it also
    appends rows to states. `begin` is an expression of the symbols. Bounds are those of the input's
    axes, and limit the rows exactly; whole rows are copied.

        kernel.copy_rows ins(%new : memref<8x64x128xf32>) outs(%past : memref<8x512x128xf32>)
            {begin = affine_map<()[s0, s1] -> (s1)>,
             bounds = affine_map<()[s0, s1] -> (8, s0, 128)>}
    """

    name = "kernel.copy_rows"
    BOUNDED: ClassVar[bool] = True
    begin = prop_def(AffineMapAttr)

    def iteration_space(self) -> tuple[int, ...]:
        """Return the extents of the input."""
        return buffer_shape(self.inputs[0])

    def verify_(self) -> None:
        super().verify_()
        x, y = buffer_shape(self.inputs[0]), buffer_shape(self.outputs[0])
        if len(x) != 3 or len(y) != 3 or (x[0], x[2]) != (y[0], y[2]):
            raise VerifyException("input and output must be outer,rows,n, and differ in rows only")
        if x[1] > y[1]:
            raise VerifyException("the rows reach beyond the output")
        begin, symbols = self.begin.data, 0 if self.bounds is None else self.bounds.data.num_symbols
        if begin.num_dims or len(begin.results) != 1 or begin.num_symbols != symbols:
            raise VerifyException("begin must be a row, made of the symbols that bounds have")


@irdl_op_definition
class CopyColumnsOp(KernelOp):
    """
    Copy `count` columns of `rows, n`, from column `source` on, to `rows, m`, from column
    `destination` on; or of `outer, rows, n` to `outer, rows, m`.

    The other columns of the output keep their values. Bounds are those of `rows, count`, with the
    outer axis if there is one, and limit the rows.
    """

    name = "kernel.copy_columns"
    BOUNDED: ClassVar[bool] = True
    source = prop_def(I64)
    destination = prop_def(I64)
    count = prop_def(I64)

    def iteration_space(self) -> tuple[int, ...]:
        return (*buffer_shape(self.inputs[0])[:-1], self.count.value.data)

    def inferred_bounds(self, extents: Sequence[Sequence[AffineExpr]]) -> Sequence[AffineExpr]:
        return (*extents[0][:-1], AffineExpr.constant(self.count.value.data))

    def verify_(self) -> None:
        super().verify_()
        *x_rows, x_width = buffer_shape(self.inputs[0])
        *y_rows, y_width = buffer_shape(self.outputs[0])
        count = self.count.value.data
        if len(x_rows) not in (1, 2):
            raise VerifyException("columns are of rows, or of outer,rows")
        if x_rows != y_rows:
            raise VerifyException("input and output must have the same number of rows")
        if self.source.value.data + count > x_width:
            raise VerifyException("the columns reach beyond the input's rows")
        if self.destination.value.data + count > y_width:
            raise VerifyException("the columns reach beyond the output's rows")


@irdl_op_definition
class JoinColumnsOp(KernelOp):
    """
    Join blocks of columns: `blocks, rows, p` to `rows, n`; row r is row r of each block in turn.

    Only the remaining columns of the last block are read.
    """

    name = "kernel.join_columns"

    def verify_(self) -> None:
        super().verify_()
        shapes = buffer_shape(self.inputs[0]), buffer_shape(self.outputs[0])
        if tuple(map(len, shapes)) != (3, 2):
            raise VerifyException("joins blocks of rows to rows")
        (blocks, x_rows, width), (y_rows, columns) = shapes
        if x_rows != y_rows:
            raise VerifyException("input and output must have the same number of rows")
        if -(-columns // width) != blocks:
            raise VerifyException(f"{columns} columns are not {blocks} blocks of {width}")
