"""Putting phases of an image together: the last step of a strided deconvolution."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.convolution import InterleaveOp
from ....dialects.properties import int_list
from ....dialects.target.records import Target
from ..emit.builder import Index, LoopBuilder
from . import loops


@loops.register(InterleaveOp)
def interleave(b: LoopBuilder, op: InterleaveOp, target: Target) -> None:
    """Channel blocks in parallel; rows of phases are read in order and written with a stride."""
    blocks, out_height, out_width, lanes = buffer_shape(op.outputs[0])
    stride, start = int_list(op.stride), int_list(op.start)
    columns = op.phases()[1]

    def copy_phase(block: SSAValue, phase: SSAValue, y: int, x: int) -> None:
        _, height, width, _ = buffer_shape(phase)
        (top, first_row), (left, first_column) = (
            first_place(at, s, n) for at, s, n in zip((y, x), start, stride, strict=True)
        )

        def row(i: Index) -> None:
            at = b.mul(b.add(b.mul(block, height), b.add(i, first_row)), width * lanes)
            line = b.add(b.mul(block, out_height), b.add(b.mul(i, stride[0]), top))
            to = b.mul(b.add(b.mul(line, out_width), left), lanes)

            def pixel(j: Index) -> None:
                value = b.load(phase, b.add(at, b.mul(j, lanes)), first_column * lanes, lanes)
                b.store(value, op.outputs[0], b.add(to, b.mul(j, stride[1] * lanes)), 0)

            b.loop(0, -(-(out_width - left) // stride[1]), 1, pixel)

        b.loop(0, -(-(out_height - top) // stride[0]), 1, row)

    def block(i: SSAValue) -> None:
        for n, phase in enumerate(op.inputs):
            copy_phase(i, phase, *divmod(n, columns))

    b.parallel(blocks, block)


def first_place(phase: int, start: int, stride: int) -> tuple[int, int]:
    """The first output of a phase along one axis, and which of the phase's own pixels it is."""
    skipped = int(phase < start)
    return phase - start + skipped * stride, skipped
