"""Convolutions: packed weights, a schedule, and the kernel of the chosen algorithm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import gcd, prod

import numpy as np
from xdsl.dialects.builtin import IntegerAttr, UnitAttr, bf16, i32
from xdsl.ir import SSAValue

from ....dialects.element_types import arithmetic_element, element_of
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.convolution import (
    INT8_ALGORITHMS,
    ConvolutionKernelOp,
    DepthwiseOp,
    Im2colOp,
    winograd_data_shape,
)
from ....dialects.kernel.structure import UnpackOp
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.base import shape_of
from ....dialects.ncnn.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.layers.deformableconv2d import DeformableConv2DOp
from ....dialects.ncnn.weight_forms import (
    DepthwiseWeights,
    DirectWeights,
    GatheredWeights,
    GroupedWeights,
    WinogradWeights,
)
from ....dialects.properties import Algorithm, AlgorithmAttr, int_array, int_attr
from ....dialects.target.products import BFLOAT16, F32, INT16
from ....dialects.target.records import Target
from ...common.cost.conv_schedule import (
    multiplies_by_place,
    reduction_block,
    schedule_direct,
    schedule_tiled,
    schedule_winograd,
    transformed_types,
)
from ...common.cost.conv_shape import (
    PLAIN_CHANNELS,
    ConvolutionShape,
    convolution_shape,
    multiplies_bfloats,
)
from ...common.errors import OperationError
from ...common.kernel_motion import kernel_motion
from ...common.vector_length import vector_length
from ..building.epilogues import bias_and_activation, epilogue_operands
from ..building.int8_operands import MOST_STEPS, int8_starts, int8_steps, is_int8
from ..building.kernel_builder import KernelBuilder
from ..building.weight_operands import packed_operand, packed_weight
from . import conversions


@conversions.register(ScheduledConvolution)
def convolution(
    k: KernelBuilder, op: ScheduledConvolution, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """
    The kernel of a convolution, with its epilogue.

    Output `c,[d,]h,w` is made packed and unpacked afterwards if the blob's layout is plain.
    """
    lanes = pack_of(op.output.type)
    outputs, *size = shape_of(op.output)
    physical = lanes if lanes > 1 else k.lanes
    blocks = -(-outputs // physical)
    moved = [axis.out_size for axis in kernel_motion(op)]
    y = k.empty((blocks, *moved, physical), op.output.type)
    result = k.view(scheduled_convolution(k, op, operands, y), (blocks, *size, physical))
    if lanes > 1:
        return [result]
    plain = k.empty(shape_of(op.output), op.output.type)
    return [k.insert(UnpackOp.make([result], [plain]))]


def scheduled_convolution(
    k: KernelBuilder, op: ScheduledConvolution, operands: Sequence[SSAValue], y: SSAValue
) -> SSAValue:
    """The convolution kernel into the packed destination y, of the axes along which it moves."""
    x, weight = operands[0], operands[1]
    lanes = buffer_shape(y)[-1]
    if is_int8(op) and pack_of(op.input.type) == 1:
        is_first = shape_of(op.input)[0] <= PLAIN_CHANNELS
        x = packed_operand(k, op.input, x, MOST_STEPS if is_first else k.lanes)
    if op.pad_value.value.data and any(op.resolved_pads()):
        raise OperationError(op, "pad_value other than 0 must be a Padding layer of its own")
    physical = dict(zip(op.operands, operands, strict=True))
    extras = [packed_operand(k, v, physical[v], lanes) for v in epilogue_operands(op)]
    extras = [v if len(buffer_shape(v)) == 2 else k.view(v, buffer_shape(y)) for v in extras]
    algorithm = op.algorithm.data if op.algorithm is not None else Algorithm.PACKED
    if algorithm is Algorithm.DEPTHWISE:
        x = packed_operand(k, op.input, x, lanes)
    x = moved_input(k, op, x)
    if algorithm is Algorithm.DEPTHWISE:
        return depthwise(k, op, x, weight, extras, y)
    if op.groups > 1:
        return grouped(k, op, x, weight, extras, y)
    if is_int8(op) and algorithm not in INT8_ALGORITHMS:
        algorithm = Algorithm.TILED
    return dense(k, op, x, weight, extras, y, algorithm)


def moved_input(k: KernelBuilder, op: ScheduledConvolution, x: SSAValue) -> SSAValue:
    """The input `c/p,...,p` or `c,...` with the axes along which the kernel moves."""
    first, *rest = buffer_shape(x)
    lanes = rest[op.SPATIAL_AXES :]
    return k.view(x, (first, *(axis.size for axis in kernel_motion(op)), *lanes))


def window(op: ScheduledConvolution) -> dict:
    """The window properties of the kernel, pads resolved."""
    axes = kernel_motion(op)
    return {
        "kernel": int_array([axis.kernel for axis in axes]),
        "stride": int_array([axis.stride for axis in axes]),
        "dilation": int_array([axis.dilation for axis in axes]),
        "pad": int_array([*(axis.before for axis in axes), *(axis.after for axis in axes)]),
    }


def dense(
    k: KernelBuilder,
    op: ScheduledConvolution,
    x: SSAValue,
    weight: SSAValue,
    extras: list[SSAValue],
    y: SSAValue,
    algorithm: Algorithm,
) -> SSAValue:
    """packed, gemm, tiled, Winograd, or by one of these for sub-images."""
    conv_shape = convolution_shape(op)
    lanes = buffer_shape(y)[-1]
    scheduled, inner, by_place = conv_shape, algorithm, False
    if op.inner is not None:
        scheduled, inner = conv_shape.of_sub_images(), op.inner.data
    m = inner.winograd_tile
    outs: list[SSAValue] = [y]
    if algorithm is Algorithm.GEMM and not conv_shape.is_pointwise:
        return product_of_columns(k, op, gathered(k, op, x), weight, extras, y)
    if m:
        is_bf16 = element_of(x.type) == bf16 and multiplies_bfloats(op, k.target)
        types = transformed_types(BFLOAT16 if is_bf16 else scheduled.types, m)
        scheduled = replace(scheduled, types=types)
        steps = k.target.inner_kernel(scheduled.types).steps
        tile, block = schedule_winograd(scheduled, m, lanes, k.target)
        u = packed_weight(k, WinogradWeights(m, lanes, tile[1], steps), weight)
        by_place = multiplies_by_place(scheduled, m, lanes, k.target)
        outs += single_block_data(k, scheduled, x, y, m, block, by_place)
    else:
        if algorithm is Algorithm.TILED:
            positions = None if op.tile is None else op.tile.value.data
            tile, block = schedule_tiled(conv_shape, lanes, k.target, positions)
        else:
            tile, _ = schedule_direct(scheduled, lanes, k.target)
            _, block = schedule_direct(conv_shape, lanes, k.target)
        steps = k.target.inner_kernel(conv_shape.types).steps
        u = packed_weight(k, DirectWeights(lanes, tile[1], steps), weight)
    return k.insert(
        ConvolutionKernelOp.make(
            [x, u, *([] if m else int8_starts(k, op, weight, lanes)), *extras],
            outs,
            {
                **window(op),
                **steps_property(steps),
                "algorithm": AlgorithmAttr(algorithm),
                **({"inner": op.inner} if op.inner is not None else {}),
                **({"by_place": UnitAttr()} if by_place else {}),
                "channels": int_attr(conv_shape.channels),
                "register": int_array(tile),
                "block": int_attr(block),
                **(
                    {} if is_int8(op) else {"reduction_block": reduction_parts(k, conv_shape, x, y)}
                ),
                **({} if is_int8(op) else last_lanes(k, conv_shape.outputs, lanes)),
            },
            bias_and_activation(op),
        )
    )


def steps_property(steps: int) -> dict:
    """The property of a kernel whose instructions take so many channels, if they are several."""
    return {"steps": int_attr(steps)} if steps > 1 else {}


def last_lanes(k: KernelBuilder, outputs: int, lanes: int) -> dict:
    """
    The property of a kernel whose last vector of channels needs so few lanes that a part of a
    vector, which has half or a quarter of them, occupies the pipes for a shorter time.
    """
    used = outputs % lanes or lanes
    part, element_bytes = vector_length(used, lanes), F32.bytes
    passes = k.target.costs.passes
    if passes(part * element_bytes) == passes(lanes * element_bytes):
        return {}
    return {"last_lanes": int_attr(max(part, k.target.costs.pipe_bytes // element_bytes))}


def reduction_parts(
    k: KernelBuilder, shape: ConvolutionShape, x: SSAValue, y: SSAValue
) -> IntegerAttr:
    """The channels that are summed over at a time: whole blocks of the input's, if it has such."""
    source, out = buffer_shape(x), buffer_shape(y)
    lanes = source[-1] if len(source) == len(out) and source[-1] > 1 else out[-1]
    return int_attr(reduction_block(shape, lanes, k.target))


def single_block_data(
    k: KernelBuilder,
    shape: ConvolutionShape,
    x: SSAValue,
    y: SSAValue,
    m: int,
    block: int,
    by_place: bool,
) -> list[SSAValue]:
    """
    Where a Winograd kernel whose tiles are one block puts their transformed input, and by place
    the products.
    """
    if shape.tiles(m) > block or not shape.depth.is_batch:
        return []
    source, out = buffer_shape(x), buffer_shape(y)
    is_packed = len(source) == len(out)
    blocks, lanes = (source[0], source[-1]) if is_packed else (-(-source[0] // out[-1]), out[-1])
    steps = k.target.inner_kernel(shape.types).steps
    # Of whole numbers an element holds several.
    element = i32 if shape.types == INT16 else arithmetic_element(x.type)
    shapes = [winograd_data_shape(m, blocks, lanes // steps, shape.tiles(m))]
    if by_place:
        shapes.append(winograd_data_shape(m, out[0], out[-1], shape.tiles(m)))
    return [k.empty(extents, element) for extents in shapes]


def product_of_columns(
    k: KernelBuilder,
    op: ScheduledConvolution | DeformableConv2DOp,
    columns: SSAValue,
    weight: SSAValue,
    extras: list[SSAValue],
    y: SSAValue,
) -> SSAValue:
    """The 1x1 convolution of gathered windows, every tap's channels being channels of their own."""
    blocks, *size, pack = buffer_shape(columns)
    lanes = buffer_shape(y)[-1]
    shape = replace(
        convolution_shape(op),
        channels=blocks * pack,
        kernel=(1, 1),
        stride=(1, 1),
        dilation=(1, 1),
        padded=False,
    )
    tile, block = schedule_direct(shape, lanes, k.target)
    steps = k.target.inner_kernel(shape.types).steps
    u = packed_weight(k, GatheredWeights(lanes, tile[1], pack, steps), weight)
    return k.insert(
        ConvolutionKernelOp.make(
            [columns, u, *extras],
            [y],
            {
                **pointwise_window(len(size)),
                **steps_property(steps),
                "algorithm": AlgorithmAttr(Algorithm.GEMM),
                "channels": int_attr(shape.channels),
                "register": int_array(tile),
                "block": int_attr(block),
                "reduction_block": reduction_parts(k, shape, columns, y),
            },
            bias_and_activation(op),
        )
    )


def pointwise_window(axes: int) -> dict:
    """The window of a convolution with one tap, along so many axes."""
    ones = int_array([1] * axes)
    return {"kernel": ones, "stride": ones, "dilation": ones, "pad": int_array([0] * 2 * axes)}


def gathered(k: KernelBuilder, op: ScheduledConvolution, x: SSAValue) -> SSAValue:
    """
    im2col: every tap's channels become channels of their own, so that a 1x1 convolution is left.

    Channels are counted with the partial block's lanes: their weights are zero.
    """
    size = [axis.out_size for axis in kernel_motion(op)]
    if len(buffer_shape(x)) == 1 + len(size):
        x = k.view(x, (*buffer_shape(x), 1))
    blocks, *_, lanes = buffer_shape(x)
    out = (blocks * prod(op.kernel_shape), *size, lanes)
    # Lanes past the last channel may hold anything: a zero weight would not silence an infinity.
    channels = int_attr(shape_of(op.weight)[1])
    return k.insert(
        Im2colOp.make([x], [k.empty(out, x.type)], {**window(op), "channels": channels})
    )


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
                **int8_steps(k, op),
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


def depthwise(
    k: KernelBuilder,
    op: ScheduledConvolution,
    x: SSAValue,
    weight: SSAValue,
    extras: list[SSAValue],
    y: SSAValue,
) -> SSAValue:
    """The depthwise kernel; its input is packed as its output."""
    *_, width, lanes = buffer_shape(y)
    u = packed_weight(k, DepthwiseWeights(lanes), weight)
    pixels = min(width, most_depthwise_pixels(convolution_shape(op), k.target))
    even = -(-width // -(-width // pixels))
    return k.insert(
        DepthwiseOp.make(
            [x, u, *extras],
            [y],
            {**window(op), "register": int_attr(even)},
            bias_and_activation(op),
        )
    )


def most_depthwise_pixels(shape: ConvolutionShape, target: Target) -> int:
    """
    Output pixels that a depthwise kernel works on together: so many that their sums hide how long a
    multiply-add takes.

    Where several see each input vector, and the weights of a kernel row are few, LLVM needs no more
    registers than these and an input vector: all others can hold sums, if products are added as
    they are made.
    """
    kernel = target.inner_kernel(shape.types)
    most = kernel.registers // 2
    columns = shape.kernel[-1]
    if columns <= 3 and shape.stride[-1] == 1 and not kernel.product.temporaries:
        most = kernel.registers - columns - 1
    return min(most, 14)
