"""Lower tables of resampled axes, equal to those of static sizes: positions in float64."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import math
from xdsl.dialects.builtin import f32, f64, i32, i64
from xdsl.ir import SSAValue

from ....dialects.kernel.attributes import SampleMode
from ....dialects.kernel.interp_table import InterpTableKernelOp
from ....dialects.target.records import Target
from ..emit.building.builder import LoopBuilder
from ..emit.building.conversions import as_index, convert, index_as
from ..emit.images.sampling import cubic_weights
from . import loops


@loops.register(InterpTableKernelOp)
def interp_table(b: LoopBuilder, op: InterpTableKernelOp, target: Target) -> None:
    """Compute outputs in parallel."""
    outputs, size = b.extents(op, op.iteration_space())
    count, cells = (convert(b, "sitofp", index_as(b, v, i32), f64) for v in (outputs, size))
    one, half, zero = (b.constant(v, f64) for v in (1.0, 0.5, 0.0))
    is_aligned = op.align_corner is not None
    step = b.divf(cells, count)
    if is_aligned:
        gaps = b.subf(count, one)
        several = b.compare_lanes("ogt", gaps, zero)
        step = b.select(several, b.divf(b.subf(cells, one), gaps), zero)
    last, taps = b.sub(size, 1), op.taps

    def nearest(number: SSAValue) -> SSAValue:
        """Return the float32 product of an output's number and a float32 step."""
        narrow = convert(b, "truncf", step, f32)
        return b.mulf(convert(b, "sitofp", number, f32), narrow)

    def smooth(number: SSAValue) -> SSAValue:
        place = convert(b, "sitofp", number, f64)
        if not is_aligned:
            place = b.addf(place, half)
        exact = b.mulf(place, step)
        return convert(b, "truncf", exact if is_aligned else b.subf(exact, half), f32)

    def output(i: SSAValue) -> None:
        number = index_as(b, i, i32)
        is_nearest = op.mode.data is SampleMode.NEAREST
        position = nearest(number) if is_nearest else smooth(number)
        base = b.float_op(math.FloorOp, position)
        cell, first = as_index(b, convert(b, "fptosi", base, i32)), -1 if taps > 2 else 0
        for tap in range(taps):
            index = b.max(b.min(b.add(cell, first + tap), last), 0)
            b.store(index_as(b, index, i64), op.outputs[0], b.mul(i, taps), tap)
        if is_nearest:
            return
        for tap, weight in enumerate(weights(b, b.subf(position, base), taps)):
            b.store(weight, op.outputs[1], b.mul(i, taps), tap)

    b.parallel(outputs, output)


def weights(b: LoopBuilder, fraction: SSAValue, taps: int) -> Sequence[SSAValue]:
    """Return linear or cubic weights of the cells around a position."""
    if taps > 2:
        return cubic_weights(b, fraction)
    return b.subf(b.constant(1.0, f32), fraction), fraction
