"""Build grouped convolutions: choose the input channels that each group of output vectors sums."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

import numpy as np
from xdsl.ir import SSAValue

from ....dialects.constraints import int_attr
from ....dialects.kernel.attributes import AlgorithmAttr
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.convolution import ConvolutionKernelOp
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.internal.weight_forms import GroupedWeights
from ....dialects.ncnn.shapes import shape_of
from ...common.epilogues import bias_and_activation
from ...common.geometry.channel_groups import channel_ranges, widest_range
from .convolution_properties import output_bounds, window
from .int8_operands import sum_starts
from .kernel_builder import KernelBuilder
from .scheduled import schedule_of, scheduled
from .weight_operands import packed_weight


def grouped(
    k: KernelBuilder,
    op: ScheduledConvolution,
    x: SSAValue,
    weight: SSAValue,
    extras: list[SSAValue],
    y: SSAValue,
) -> SSAValue:
    """
    Append a grouped convolution by the direct kernel.

    An output vector may span groups; each output then sums over the channels of all these groups,
    with zero weights for those of other groups. A table gives each group of vectors its first input
    channel.
    """
    schedule, lanes = schedule_of(op), buffer_shape(y)[-1]
    outputs, per_group, *_ = shape_of(op.weight)
    _, vectors = schedule.register
    ranges = channel_ranges(outputs, op.groups, per_group, lanes * vectors)
    if op.sums_integers or schedule.steps > 1:
        blocks, *_, widest = buffer_shape(x)
        starts, span, table = aligned_group_table(ranges, blocks * widest, schedule.steps)
    else:
        starts, span, table = group_table(ranges, per_group * op.groups)
        # No block of channels is wider than a vector.
        widest = k.lanes
    form = GroupedWeights(lanes, vectors, op.groups, span, starts, schedule.steps)
    inputs = [x, packed_weight(k, form, weight), k.constant("group_table", table)]
    inputs += [*sum_starts(k, schedule.product, weight, lanes), *extras]
    properties = {
        **window(op),
        "algorithm": AlgorithmAttr(op.chosen_algorithm),
        "channels": int_attr(span),
        **scheduled(schedule),
        # Larger multiples than a block of channels have no benefit.
        "grouped": int_attr(gcd(*table.flat, widest)),
    }
    kernel = ConvolutionKernelOp.make(inputs, [y], properties, bias_and_activation(op))
    return k.insert_bounded(kernel, output_bounds(op, lanes))


def aligned_group_table(
    ranges: Sequence[tuple[int, int]], channels: int, steps: int
) -> tuple[list[int], int, np.ndarray]:
    """
    Return the same as `group_table`, with first channels at multiples of the instruction's steps.
    """
    whole = [(low // steps * steps, -(-high // steps) * steps) for low, high in ranges]
    span = max(high - low for low, high in whole)
    starts = [min(low, channels - span) for low, _ in whole]
    return starts, span, np.array(starts, np.int64)


def group_table(
    ranges: Sequence[tuple[int, int]], channels: int
) -> tuple[list[int], int, np.ndarray]:
    """
    Return the first channel of each range of `span` channels, the span, and the kernel's table:
    these first channels and, if some ranges are shorter than the span, the begin and end of each
    range relative to its first channel as second and third rows.
    """
    span = widest_range(ranges)
    starts = [min(low, channels - span) for low, _ in ranges]
    if all(high - low == span for low, high in ranges):
        return starts, span, np.array(starts, np.int64)
    rows = [
        (start, low - start, high - start)
        for start, (low, high) in zip(starts, ranges, strict=True)
    ]
    return starts, span, np.array(rows, np.int64).T.copy()
