"""Softmax."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.irdl import irdl_op_definition, opt_prop_def
from xdsl.utils.exceptions import VerifyException

from .base import Float32KernelOp, buffer_shape


@irdl_op_definition
class SoftmaxKernelOp(Float32KernelOp):
    """
    Softmax along the second axis of `outer, n, ...`: `exp(x - max) / sum(exp(x - max))`; with
    `is_last` along the last of `outer, rows, n`. Bounds limit any of the axes.
    """

    name = "kernel.softmax"
    BOUNDED: ClassVar[bool] = True
    is_last = opt_prop_def(UnitAttr)

    def verify_(self) -> None:
        super().verify_()
        extents = [buffer_shape(v) for v in (*self.inputs, *self.outputs)]
        if len(set(extents)) != 1 or len(extents[0]) < 3:
            raise VerifyException("input and output must have the same three extents or more")
        if self.is_last is not None and len(extents[0]) != 3:
            raise VerifyException("a softmax along the last axis has three extents")
