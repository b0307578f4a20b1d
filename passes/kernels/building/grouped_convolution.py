"""Convolutions in groups: which input channels every group of output vectors sums over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import gcd

import numpy as np
from xdsl.ir import SSAValue

from ....dialects.constraints import int_array, int_attr
from ....dialects.kernel.attributes import Algorithm, AlgorithmAttr
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.convolution import ConvolutionKernelOp
from ....dialects.ncnn.base import shape_of
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.internal.weight_forms import GroupedWeights
from ...schedule.cost.conv_schedule import schedule_direct, schedule_tiled
from ...schedule.cost.conv_shape import convolution_shape
from .convolution_properties import steps_property, window
from .epilogues import bias_and_activation
from .int8_operands import int8_starts, is_int8
from .kernel_builder import KernelBuilder
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
    A grouped convolution by the direct kernel.

    An output vector may span groups; it sums over all channels of the groups that it meets, the
    others' weights being zero. A table gives each group of vectors its first input channel.
    """
    conv_shape = convolution_shape(op)
    blocks, *_, lanes = buffer_shape(y)
    outputs, per_group, *_ = shape_of(op.weight)
    width = grouped_vectors(outputs // op.groups, lanes, blocks)
    ranges = channel_ranges(outputs, op.groups, per_group, lanes * width)
    if is_int8(op):
        return grouped_int8(k, op, [x, weight, *extras], y, ranges, width)
    starts, span, table = group_table(ranges, per_group * op.groups)
    sized = replace(conv_shape, channels=span, outputs=outputs // op.groups)
    (pixels, vectors), block = schedule_direct(sized, lanes, k.target, (width,))
    steps = k.target.inner_kernel(conv_shape.types).steps
    u = packed_weight(k, GroupedWeights(lanes, vectors, op.groups, span, starts, steps), weight)
    # No block of channels is wider than a vector: to start at a multiple of more brings nothing.
    alignment = gcd(*table.flat, k.lanes)
    return k.insert(
        ConvolutionKernelOp.make(
            [x, u, k.constant("group_table", table), *extras],
            [y],
            {
                **window(op),
                **steps_property(steps),
                "algorithm": AlgorithmAttr(Algorithm.PACKED),
                "channels": int_attr(span),
                "register": int_array([pixels, vectors]),
                "block": int_attr(block),
                "grouped": int_attr(alignment),
            },
            bias_and_activation(op),
        )
    )


def grouped_int8(
    k: KernelBuilder,
    op: ScheduledConvolution,
    operands: Sequence[SSAValue],
    y: SSAValue,
    ranges: Sequence[tuple[int, int]],
    width: int,
) -> SSAValue:
    """
    A grouped convolution of int8, whose table gives first channels that are multiples of the steps;
    channels besides a group's own have zero weights.
    """
    x, weight, *extras = operands
    source, lanes = buffer_shape(x), buffer_shape(y)[-1]
    shape = convolution_shape(op)
    steps = k.target.inner_kernel(shape.types).steps
    whole = [(low // steps * steps, -(-high // steps) * steps) for low, high in ranges]
    span = max(high - low for low, high in whole)
    starts = [min(low, source[0] * source[-1] - span) for low, _ in whole]
    sized = replace(shape, channels=source[0] * source[-1], outputs=shape.outputs // op.groups)
    tile, block = schedule_tiled(sized, lanes, k.target, vector_counts=(width,))
    u = packed_weight(k, GroupedWeights(lanes, width, op.groups, span, starts, steps), weight)
    table = k.constant("group_table", np.array(starts, np.int64))
    return k.insert(
        ConvolutionKernelOp.make(
            [x, u, table, *int8_starts(k, op, weight, lanes), *extras],
            [y],
            {
                **window(op),
                **steps_property(steps),
                "algorithm": AlgorithmAttr(Algorithm.TILED),
                "channels": int_attr(span),
                "register": int_array(tile),
                "block": int_attr(block),
                "grouped": int_attr(gcd(*starts, source[-1])),
            },
            bias_and_activation(op),
        )
    )


def grouped_vectors(out_per_group: int, lanes: int, blocks: int) -> int:
    """Output vectors worked on together: some of one group, else one, which may span groups."""
    whole = out_per_group // lanes if out_per_group % lanes == 0 else 1
    return next(v for v in (2, 3, 1) if whole % v == 0 and v <= blocks)


def channel_ranges(outputs: int, groups: int, per_group: int, width: int) -> list[tuple[int, int]]:
    """The input channels, from one to before the other, that every `width` outputs sum over."""
    out_per_group = outputs // groups
    ranges = []
    for first in range(0, outputs, width):
        last = min(first + width, outputs) - 1
        ranges.append((first // out_per_group * per_group, (last // out_per_group + 1) * per_group))
    return ranges


def group_table(
    ranges: Sequence[tuple[int, int]], channels: int
) -> tuple[list[int], int, np.ndarray]:
    """
    The first of `span` channels that hold each range, the span, and the kernel's table: these first
    channels, with the ranges counted from them in a second and third row if there are shorter ones.
    """
    span = max(high - low for low, high in ranges)
    starts = [min(low, channels - span) for low, _ in ranges]
    if all(high - low == span for low, high in ranges):
        return starts, span, np.array(starts, np.int64)
    rows = [
        (start, low - start, high - start)
        for start, (low, high) in zip(starts, ranges, strict=True)
    ]
    return starts, span, np.array(rows, np.int64).T.copy()
