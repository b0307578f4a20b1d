"""Lower the interleaving of phases, the last step of a strided deconvolution."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue

from ....dialects.constraints import int_list
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.interleave import InterleaveOp
from ....dialects.target.records import Target
from ..emit.building.builder import Index, LoopBuilder
from . import loops


@loops.register(InterleaveOp)
def interleave(b: LoopBuilder, op: InterleaveOp, target: Target) -> None:
    """Copy channel blocks in parallel; phases are read in order and written with a stride."""
    _, *out_size, lanes = buffer_shape(op.outputs[0])
    blocks, *ends, _ = b.extents(op, buffer_shape(op.outputs[0]))
    stride, start = int_list(op.stride), int_list(op.start)

    def copy_phase(block: SSAValue, phase: SSAValue, position: Sequence[int]) -> None:
        size = buffer_shape(phase)[1:-1]
        firsts = [first_place(*along) for along in zip(position, start, stride, strict=True)]

        def copy_axis(axis: int, at: Index, to: Index) -> None:
            """Copy an axis, given the cells before it, of the phase and of the output."""
            place, cell = firsts[axis]
            count = b.div_up(b.max(b.sub(ends[axis], place), 0), stride[axis])
            if axis < len(size) - 1:
                b.loop(0, count, 1, lambda i: descend(axis, at, to, i))
                return
            source = b.mul(b.mul(at, size[axis]), lanes)
            target = b.mul(b.add(b.mul(to, out_size[axis]), place), lanes)

            def pixel(j: Index) -> None:
                value = b.load(phase, b.add(source, b.mul(j, lanes)), cell * lanes, lanes)
                b.store(value, op.outputs[0], b.add(target, b.mul(j, stride[axis] * lanes)), 0)

            b.loop(0, count, 1, pixel)

        def descend(axis: int, at: Index, to: Index, i: Index) -> None:
            place, cell = firsts[axis]
            inner = b.add(b.mul(at, size[axis]), b.add(i, cell))
            copy_axis(
                axis + 1,
                inner,
                b.add(b.mul(to, out_size[axis]), b.add(b.mul(i, stride[axis]), place)),
            )

        copy_axis(0, block, block)

    def block(i: SSAValue) -> None:
        for phase, position in zip(op.inputs, op.phases(), strict=True):
            copy_phase(i, phase, position)

    b.parallel(blocks, block)


def first_place(phase: int, start: int, stride: int) -> tuple[int, int]:
    """
    Return the first output of a phase along one axis, and the index of the phase's pixel there.
    """
    skipped = int(phase < start)
    return phase - start + skipped * stride, skipped
