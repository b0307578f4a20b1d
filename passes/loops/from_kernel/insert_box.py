"""Lower copies of a tensor with one box replaced."""

from __future__ import annotations

from math import prod

from xdsl.ir import SSAValue

from ....dialects.constraints import int_list
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.insert_box import InsertBoxOp
from ....dialects.target.records import Target
from ...common.strides import row_major_strides
from ...common.target import lanes_for
from ..emit.building.builder import Index, LoopBuilder
from . import loops


@loops.register(InsertBoxOp)
def insert_box(b: LoopBuilder, op: InsertBoxOp, target: Target) -> None:
    """Copy row by row: the input's row, then the box's row over it if the row meets the box."""
    (x, box), y = op.inputs, op.outputs[0]
    shape, sizes = buffer_shape(x), buffer_shape(box)
    offsets, lanes = int_list(op.offsets), lanes_for(target, x.type)
    # Of the axes from `axis` on, all but the first are whole: a row of the box is contiguous.
    partial = [d for d, size in enumerate(sizes) if size < shape[d]]
    axis = max(partial, default=0)
    width, part = prod(shape[axis:]), prod(sizes[axis:])
    start = offsets[axis] * prod(shape[axis + 1 :])
    strides = row_major_strides(sizes[:axis])
    # Rows past the bounds may be copied too, except those past the first axis.
    end = b.extent(op, 0, shape[0]) if axis else 1

    def row(r: Index) -> None:
        at = b.mul(r, width)
        copy_row(b, (x, at), (y, at), width, lanes)
        inside: SSAValue | None = None
        source, rest = 0, r
        for d in reversed(range(axis)):
            index, rest = b.sub(b.rem(rest, shape[d]), offsets[d]), b.div(rest, shape[d])
            source = b.add(source, b.mul(index, strides[d]))
            if sizes[d] < shape[d]:
                reached = b.both(b.compare("sge", index, 0), b.compare("slt", index, sizes[d]))
                inside = reached if inside is None else b.both(inside, reached)

        def replace() -> None:
            copy_row(b, (box, b.mul(source, part)), (y, b.add(at, start)), part, lanes)

        if inside is None:
            replace()
        else:
            b.when(inside, replace)

    b.parallel(b.mul(end, prod(shape[1:axis])), row)


def copy_row(
    b: LoopBuilder,
    source: tuple[SSAValue, Index],
    destination: tuple[SSAValue, Index],
    count: int,
    lanes: int,
) -> None:
    """Copy `count` contiguous elements between two buffers."""
    (x, x_at), (y, y_at) = source, destination

    def vector(i: Index, first: int) -> None:
        b.store(b.load(x, b.add(x_at, i), 0, lanes, first), y, b.add(y_at, i), 0, first)

    b.for_vectors(count, lanes, vector)
