"""Tensors with a box of them replaced."""

from __future__ import annotations

from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64Array, int_list
from .base import KernelOp, buffer_shape


@irdl_op_definition
class InsertBoxOp(KernelOp):
    """The first input, with the second in the place of the box that begins at `offsets`."""

    name = "kernel.insert_box"
    offsets = prop_def(I64Array)

    def verify_(self) -> None:
        super().verify_()
        x, box = (buffer_shape(value) for value in self.inputs)
        offsets = int_list(self.offsets)
        if buffer_shape(self.outputs[0]) != x:
            raise VerifyException("input and output must have the same shape")
        if not len(x) == len(box) == len(offsets):
            raise VerifyException("input, box and offsets must have the same rank")
        for offset, size, extent in zip(offsets, box, x, strict=True):
            if offset < 0 or offset + size > extent:
                raise VerifyException("the box must lie in the input")
