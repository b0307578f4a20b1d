"""Compute tables of resampled axes with extents known at run time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64
from .attributes import SampleMode, SampleModeAttr
from .base import Float32KernelOp, buffer_shape
from .sampling import TAPS


@irdl_op_definition
class InterpTableKernelOp(Float32KernelOp):
    """
    Compute the table of an axis for `kernel.interp`: the input cells of each output, and their
    weights.

    outs: a table of i64 `outputs,taps`, and one of f32 of the same shape unless a cell is copied.
    Positions are those of cell centres, or with `align_corner` of corners. Bounds are the number of
    outputs, and that of input cells, at most `size`.
    """

    name = "kernel.interp_table"
    BOUNDED: ClassVar[bool] = True
    mode = prop_def(SampleModeAttr)
    size = prop_def(I64)
    align_corner = opt_prop_def(UnitAttr)

    @property
    def taps(self) -> int:
        """Return the number of input cells per output."""
        return TAPS[self.mode.data]

    def iteration_space(self) -> tuple[int, ...]:
        """Return the number of outputs, then that of input cells."""
        return buffer_shape(self.outputs[0])[0], self.size.value.data

    def result_extents(self, bounds: Sequence[AffineExpr]) -> Sequence[Sequence[AffineExpr]]:
        return [[bounds[0], AffineExpr.constant(self.taps)]] * len(self.outputs)

    def tables(self) -> Sequence[SSAValue]:
        return self.outputs[:1]

    def verify_(self) -> None:
        super().verify_()
        shapes = [buffer_shape(v) for v in self.outputs]
        count = 1 if self.mode.data is SampleMode.NEAREST else 2
        if len(shapes) != count or any(s != (shapes[0][0], self.taps) for s in shapes):
            raise VerifyException(f"needs {count} tables of {self.taps} cells for each output")
