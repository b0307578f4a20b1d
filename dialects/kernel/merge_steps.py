"""The classes of steps without repetitions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.ir.affine import AffineExpr
from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64
from .base import Float32KernelOp, buffer_shape, static_extents


@irdl_op_definition
class MergeStepsOp(Float32KernelOp):
    """
    Classes `1,t` and scores `1,t` of steps to `m,2`: those of the first steps whose class differs
    from that of the step before and from `blank`, then -1s. Bounds limit the steps.
    """

    name = "kernel.merge_steps"
    BOUNDED: ClassVar[bool] = True
    blank = prop_def(I64)

    def iteration_space(self) -> tuple[int, ...]:
        """Return the extents of the classes."""
        return buffer_shape(self.inputs[0])

    def result_extents(self, bounds: Sequence[AffineExpr]) -> Sequence[Sequence[AffineExpr]]:
        """Return the static extents: rows past the bounds are defined, too."""
        return static_extents(self.outputs)

    def verify_(self) -> None:
        super().verify_()
        classes, *scores = (buffer_shape(v) for v in self.inputs)
        if scores != [classes] or len(classes) != 2 or classes[0] != 1:
            raise VerifyException("needs a class and a score for each step")
        if len(out := buffer_shape(self.outputs[0])) != 2 or out[1] != 2:
            raise VerifyException("the output must be m,2")
