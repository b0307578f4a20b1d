"""Pooling of windows, and reductions of one axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import bf16, f32, i8, i64
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr
from xdsl.irdl import irdl_op_definition, opt_prop_def, prop_def
from xdsl.utils.exceptions import VerifyException

from ..constraints import I64Array, int_list
from ..element_types import element_of
from .attributes import AxisReductionAttr, PoolingKind, PoolingKindAttr
from .base import Float32KernelOp, KernelOp, buffer_shape


@dataclass(frozen=True)
class DynamicWindows:
    """
    Windows of one axis whose extent is known at run time: `extent` cells each, `step` apart, the
    first one `before` cells before the first cell. Without an extent they divide the axis.
    """

    extent: int
    step: int
    before: int
    counts_all: int
    """1 if a mean divides by the extent, 0 if by the number of cells inside the input."""


@dataclass(frozen=True)
class WindowRun:
    """A run of equal windows: window i has `extent` cells from `start + i * step` on."""

    windows: int
    start: int
    step: int
    extent: int
    count: int
    """The extent as a mean counts it, which may include padding."""


def window_runs(
    starts: Sequence[int], ends: Sequence[int], counts: Sequence[int]
) -> list[WindowRun]:
    """Return the windows of one axis as runs of neighbours with equal extent and step."""
    runs: list[WindowRun] = []
    for start, end, count in zip(starts, ends, counts, strict=True):
        extent = max(end - start, 0)
        last = runs[-1] if runs else None
        if last is not None and (last.extent, last.count) == (extent, count):
            step = last.step if last.windows > 1 else start - last.start
            if start == last.start + last.windows * step:
                runs[-1] = WindowRun(last.windows + 1, last.start, step, extent, count)
                continue
        runs.append(WindowRun(1, start, 0, extent, count))
    return runs


FIELDS = 5


@irdl_op_definition
class PoolingKernelOp(KernelOp):
    """
    Maximum or mean of windows: `c/p,h,w,p` to `c/p,oh,ow,p`; for i8 the maximum, -127 if empty.

    `rows` and `columns` list the windows of an axis as runs `[windows, start, step, extent,
    count]`; a mean divides by the product of the counts. An empty window gives the lowest float,
    or 0.

    With three inputs, there are too many runs to unroll, and tables replace them: ins x, a table of
    i64 `oh + ow, 2` of starts and ends, and one of f32 `oh + ow` of the counts' reciprocals.

    Bounds are those of the output, and then the rows and columns of the input. `dynamic` describes,
    for both axes, the windows after the last whole one: `[extent, step, cells before the first
    cell, 1 if a mean counts all cells]`; an extent of 0 stands for windows that divide the axis.
    """

    name = "kernel.pooling"
    BOUNDED: ClassVar[bool] = True
    COMPUTES_ON: ClassVar = f32
    kind = prop_def(PoolingKindAttr)
    rows = prop_def(I64Array)
    columns = prop_def(I64Array)
    dynamic = opt_prop_def(I64Array)

    def iteration_space(self) -> tuple[int, ...]:
        return (*buffer_shape(self.outputs[0]), *buffer_shape(self.inputs[0])[1:3])

    def result_extents(self, bounds: Sequence[AffineExpr]) -> Sequence[Sequence[AffineExpr]]:
        return [bounds[:-2]]

    def dynamic_windows(self) -> list[DynamicWindows]:
        """Return the windows of both axes, if they depend on dynamic extents."""
        numbers = [] if self.dynamic is None else int_list(self.dynamic)
        return [DynamicWindows(*numbers[i : i + 4]) for i in range(0, len(numbers), 4)]

    def tables(self) -> Sequence[SSAValue]:
        return self.inputs[1:2]

    def row_runs(self) -> list[WindowRun]:
        """Return the runs of `rows`."""
        return _runs(int_list(self.rows))

    def column_runs(self) -> list[WindowRun]:
        """Return the runs of `columns`."""
        return _runs(int_list(self.columns))

    def factors(self) -> Sequence[SSAValue]:
        """Return the reciprocals of counts, of f32."""
        return self.inputs[2:3]

    def _verify_types(self) -> None:
        (x, *_), (y, *_) = self.inputs, self.outputs
        if any(element_of(table.type) != i64 for table in self.tables()):
            raise VerifyException("tables must be of i64")
        if any(element_of(v.type) != f32 for v in self.factors()):
            raise VerifyException("the reciprocals of counts must be of f32")
        elements = {element_of(x.type), element_of(y.type)}
        if elements == {i8} and self.kind.data is PoolingKind.MAX:
            return
        if elements - {f32, bf16}:
            raise VerifyException("pools f32, which may be stored as bf16, and the maximum of i8")

    def verify_(self) -> None:
        super().verify_()
        out = buffer_shape(self.outputs[0])
        if len(out) != 4:
            raise VerifyException("the output must be packed: c/p,oh,ow,p")
        if (self.bounds is None) != (self.dynamic is None):
            raise VerifyException("bounds come with the windows that depend on them")
        if self.dynamic is not None and len(int_list(self.dynamic)) != 8:
            raise VerifyException("windows of two axes have four numbers each")
        if len(self.inputs) == 3:
            return
        divided = [not w.extent for w in self.dynamic_windows()] or [False] * 2
        for axis, values in ((1, int_list(self.rows)), (2, int_list(self.columns))):
            if divided[axis - 1] and not values:
                continue
            if len(values) % FIELDS or sum(values[::FIELDS]) != out[axis]:
                raise VerifyException(f"the runs do not make {out[axis]} windows")


def _runs(values: list[int]) -> list[WindowRun]:
    return [WindowRun(*values[i : i + FIELDS]) for i in range(0, len(values), FIELDS)]


@irdl_op_definition
class ReductionKernelOp(Float32KernelOp):
    """
    `outer, reduced, ...` to `outer, ...`: the sum (of absolute values, squares, exponentials),
    mean, product, maximum or minimum along the second axis, then the epilogue. Bounds are those of
    the input: a mean divides by the number of elements within.
    """

    name = "kernel.reduction"
    BOUNDED: ClassVar[bool] = True
    kind = prop_def(AxisReductionAttr)

    def iteration_space(self) -> tuple[int, ...]:
        return buffer_shape(self.inputs[0])

    def result_extents(self, bounds: Sequence[AffineExpr]) -> Sequence[Sequence[AffineExpr]]:
        return [[bounds[0], *bounds[2:]]]

    def verify_(self) -> None:
        super().verify_()
        source, out = buffer_shape(self.inputs[0]), buffer_shape(self.outputs[0])
        if len(source) < 3 or out != (source[0], *source[2:]):
            raise VerifyException("reduces outer,reduced,... to outer,...")
