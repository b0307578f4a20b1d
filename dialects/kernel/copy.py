"""Copies."""

from __future__ import annotations

from math import prod

from xdsl.irdl import irdl_op_definition
from xdsl.utils.exceptions import VerifyException

from .base import KernelOp, shape


@irdl_op_definition
class CopyOp(KernelOp):
    """All elements of the input to the output, in order; the shapes may differ."""

    name = "kernel.copy"

    def verify_(self) -> None:
        super().verify_()
        if prod(shape(self.inputs[0])) != prod(shape(self.outputs[0])):
            raise VerifyException("input and output must have the same number of elements")
