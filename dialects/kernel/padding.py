"""Borders around tensors."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.utils.exceptions import VerifyException

from ..properties import F32, I64Array, PaddingKind, PaddingKindAttr, int_list
from .base import KernelOp, buffer_shape


@dataclass(frozen=True)
class CellRun:
    """`count` neighbouring cells of an axis: cell i is a copy of cell `start + i * step`."""

    count: int
    start: int
    step: int
    outside: bool = False
    """Not a copy of any cell, but filled."""


@irdl_op_definition
class PaddingKernelOp(KernelOp):
    """
    A border of constants, of the outermost cells (replicate) or of mirrored ones (reflect).

    ins: x `n,...,p` whose last axis is one cell of p elements: the lanes of a packed tensor, or a
    single one. `before` and `after` count the cells that are added to each of the other axes. A
    constant border is `value`, or the values of a second input `m,p` or `m` by the output's first
    axis.
    """

    name = "kernel.padding"
    kind = prop_def(PaddingKindAttr)
    before = prop_def(I64Array)
    after = prop_def(I64Array)
    value = prop_def(F32)

    def axis_runs(self, axis: int) -> list[CellRun]:
        """The cells of the output along an axis."""
        size = buffer_shape(self.inputs[0])[axis]
        before, after = int_list(self.before)[axis], int_list(self.after)[axis]
        first, last = CellRun(before, 0, 0, True), CellRun(after, 0, 0, True)
        match self.kind.data:
            case PaddingKind.REPLICATE:
                first, last = CellRun(before, 0, 0), CellRun(after, size - 1, 0)
            case PaddingKind.REFLECT:
                first, last = CellRun(before, before, -1), CellRun(after, size - 2, -1)
            case PaddingKind.CONSTANT:
                pass
        return [run for run in (first, CellRun(size, 0, 1), last) if run.count]

    def verify_(self) -> None:
        super().verify_()
        source, out = buffer_shape(self.inputs[0]), buffer_shape(self.outputs[0])
        before, after = int_list(self.before), int_list(self.after)
        if not len(source) - 1 == len(before) == len(after) >= 2:
            raise VerifyException("needs pads for every axis but the last, and two such axes")
        padded = [b + n + a for b, n, a in zip(before, source, after, strict=False)]
        if out != (*padded, source[-1]):
            raise VerifyException(f"the output must be {[*padded, source[-1]]}")
