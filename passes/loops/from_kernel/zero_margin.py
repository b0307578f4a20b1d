"""Zeros past the bounds of images."""

from __future__ import annotations

from math import prod

from xdsl.ir import SSAValue

from ....dialects.constraints import int_list
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.zero_margin import ZeroMarginOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from . import loops


@loops.register(ZeroMarginOp)
def zero_margin(b: LoopBuilder, op: ZeroMarginOp, target: Target) -> None:
    """Blocks of channels in parallel: the columns behind each row, then the rows below."""
    y = op.outputs[0]
    blocks, height, width, *packed = buffer_shape(y)
    lanes, (rows, columns) = prod(packed), int_list(op.margin)
    bottom, right = b.extent(op, 1, height), b.extent(op, 2, width)
    lower, end = b.min(b.add(bottom, rows), height), b.min(b.add(right, columns), width)
    zero = b.constant(0, b.stored_vector(y, lanes))

    def block(i: SSAValue) -> None:
        def clear(row: Index, first: Index) -> None:
            at = b.mul(b.add(b.mul(i, height), row), width)
            b.loop(first, end, 1, lambda x: b.store(zero, y, b.mul(b.add(at, x), lanes), 0))

        b.loop(0, bottom, 1, lambda row: clear(row, right))
        b.loop(bottom, lower, 1, lambda row: clear(row, 0))

    b.parallel(b.extent(op, 0, blocks), block)
