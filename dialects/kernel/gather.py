"""Gathers of single elements by a table."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.ir import SSAValue
from xdsl.irdl import irdl_op_definition
from xdsl.utils.exceptions import VerifyException

from .base import KernelOp, buffer_shape


@irdl_op_definition
class GatherOp(KernelOp):
    """
    `out[i] = x[table[i]]`, and 0 where the table has -1: ins x and a table of i64.

    Serves any rearrangement that is not worth a kernel of its own, such as packing weights known
    only at run time.
    """

    name = "kernel.gather"

    def tables(self) -> Sequence[SSAValue]:
        return self.inputs[1:]

    def verify_(self) -> None:
        super().verify_()
        if prod(buffer_shape(self.inputs[1])) != prod(buffer_shape(self.outputs[0])):
            raise VerifyException("the table needs one entry per output element")
