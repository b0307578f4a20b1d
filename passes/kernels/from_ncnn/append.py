"""Appending to states, in the form that kernels read them in."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import AffineMapAttr
from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.copy import CopyRowsOp
from ....dialects.ncnn.internal.append import AppendOp
from ..building.kernel_builder import KernelBuilder
from . import conversions


@conversions.register(AppendOp)
def append(k: KernelBuilder, op: AppendOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """A state is plain, as an input would be: new rows are copied behind those of earlier runs."""
    state, new = operands
    axis = op.resolved_axis()
    symbols = k.extents.symbols
    begin = (k.extents.of(state)[axis] - k.extents.of(new)[axis]).simplify(0, symbols)
    rows = k.view(state, rows_of(state, axis))
    copy = CopyRowsOp.make(
        [k.view(new, rows_of(new, axis))],
        [rows],
        {"begin": AffineMapAttr(k.extents.map([begin]))},
    )
    copied = k.insert(copy)
    k.extents.set(copied, k.extents.of(rows))
    return [k.view(copied, buffer_shape(state))]


def rows_of(value: SSAValue, axis: int) -> tuple[int, int, int]:
    """A buffer as rows along an axis, of each place before it."""
    shape = buffer_shape(value)
    return prod(shape[:axis]), shape[axis], prod(shape[axis + 1 :])
