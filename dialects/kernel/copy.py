"""Copies."""

from __future__ import annotations

from math import prod

from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64
from .base import KernelOp, buffer_shape


@irdl_op_definition
class CopyOp(KernelOp):
    """All elements of the input to the output, in order; the shapes may differ."""

    name = "kernel.copy"

    def verify_(self) -> None:
        super().verify_()
        if prod(buffer_shape(self.inputs[0])) != prod(buffer_shape(self.outputs[0])):
            raise VerifyException("input and output must have the same number of elements")


@irdl_op_definition
class CopyColumnsOp(KernelOp):
    """
    `count` columns of `rows, n` from column `source` on, to `rows, m` from column `destination` on.

    The other columns of the output keep what they hold.
    """

    name = "kernel.copy_columns"
    source = prop_def(I64)
    destination = prop_def(I64)
    count = prop_def(I64)

    def verify_(self) -> None:
        super().verify_()
        (x_rows, x_width), (y_rows, y_width) = (
            buffer_shape(self.inputs[0]),
            buffer_shape(self.outputs[0]),
        )
        count = self.count.value.data
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

    Of the last block, only the remainder of the n columns is read.
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
