"""Convert convolutions: packed weights, a schedule, and the kernel of the chosen algorithm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import prod

from xdsl.dialects.builtin import i32
from xdsl.ir import Attribute, SSAValue

from ....dialects.constraints import int_array, int_attr
from ....dialects.element_types import arithmetic_element
from ....dialects.kernel.attributes import Algorithm, AlgorithmAttr
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.convolution import ConvolutionKernelOp
from ....dialects.kernel.depthwise import DepthwiseOp
from ....dialects.kernel.im2col import Im2colOp
from ....dialects.kernel.structure import UnpackOp
from ....dialects.kernel.winograd_workspace import PAIR, winograd_data_shape, winograd_tiles
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.internal.weight_forms import (
    ColumnPairWeights,
    DepthwiseFloatWeights,
    DepthwisePairWeights,
    DepthwiseWeights,
    DirectWeights,
    GatheredWeights,
    TileWeights,
    WinogradWeights,
)
from ....dialects.ncnn.layers.deformableconv2d import DeformableConv2DOp
from ....dialects.ncnn.schedule import ScheduleAttr
from ....dialects.ncnn.shapes import shape_of
from ....dialects.symbols import extents_of
from ...common.epilogues import bias_and_activation, epilogue_operands
from ...common.errors import OperationError
from ...common.geometry.column_pairs import PAIR as COLUMNS
from ...common.geometry.column_pairs import first_column
from ...common.geometry.kernel_motion import kernel_motion
from ...common.geometry.packed_channels import int8_pack
from ..building.convolution_properties import output_bounds, pair_window, window, zero_margin
from ..building.grouped_convolution import grouped
from ..building.int8_operands import sum_starts
from ..building.kernel_builder import KernelBuilder
from ..building.scheduled import schedule_of, scheduled
from ..building.weight_operands import packed_operand, packed_weight
from . import conversions


@conversions.register(ScheduledConvolution)
def convolution(
    k: KernelBuilder, op: ScheduledConvolution, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """
    Append the kernel with its epilogue; compute a plain output `c,[d,]h,w` packed, then unpack it.
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
    """
    Append the convolution to the packed destination y, which has the axes of the kernel's motion.
    """
    x, weight = operands[0], operands[1]
    lanes, is_depthwise = buffer_shape(y)[-1], op.chosen_algorithm is Algorithm.DEPTHWISE
    if op.pad_value.value.data and any(op.resolved_pads()):
        raise OperationError(op, "pad_value other than 0 must be a Padding layer of its own")
    if is_depthwise:
        x = packed_operand(k, op.input, x, lanes)
    elif op.sums_integers and pack_of(op.input.type) == 1:
        x = packed_operand(k, op.input, x, int8_pack(shape_of(op.input)[0], k.lanes))
    physical = dict(zip(op.operands, operands, strict=True))
    extras = [packed_operand(k, v, physical[v], lanes) for v in epilogue_operands(op)]
    extras = [v if len(buffer_shape(v)) == 2 else k.view(v, buffer_shape(y)) for v in extras]
    kernel = depthwise if is_depthwise else grouped if op.groups > 1 else dense
    x = zero_margin(k, op, moved_input(k, op, x))
    for other in of_other_sizes(op):
        y = kernel(k, other, x, weight, extras, y)
        other.erase()
    return kernel(k, op, x, weight, extras, y)


def of_other_sizes(op: ScheduledConvolution) -> Iterator[ScheduledConvolution]:
    """
    Yield detached copies of an op for images of other sizes; at run time one of them is computed.
    """
    for part in schedule_of(op).parts.values():
        assert part.algorithm is not None, "a part for other images has an algorithm"
        other = op.clone()
        other.algorithm = AlgorithmAttr(part.algorithm)
        other.schedule = ScheduleAttr(replace(part, algorithm=None))
        yield other


def moved_input(k: KernelBuilder, op: ScheduledConvolution, x: SSAValue) -> SSAValue:
    """Return the input `c/p,...,p` or `c,...` with the axes of the kernel's motion."""
    first, *rest = buffer_shape(x)
    lanes = rest[op.SPATIAL_AXES :]
    return k.view(x, (first, *(axis.size for axis in kernel_motion(op)), *lanes))


def dense(
    k: KernelBuilder,
    op: ScheduledConvolution,
    x: SSAValue,
    weight: SSAValue,
    extras: list[SSAValue],
    y: SSAValue,
) -> SSAValue:
    """Append a packed, gemm, tiled or Winograd kernel, or one of these on sub-images."""
    schedule, lanes = schedule_of(op), buffer_shape(y)[-1]
    if op.chosen_algorithm is Algorithm.GEMM and not all(m.is_pointwise for m in kernel_motion(op)):
        return product_of_columns(k, op, gathered(k, op, x), weight, extras, y)
    m, steps, (_, vectors) = op.inner_algorithm.winograd_tile, schedule.steps, schedule.register
    outputs, parts = schedule.partial_sums or (lanes, 1)
    direct = DirectWeights(outputs, vectors, steps * parts)
    if schedule.product is not None and (
        together := schedule.product.product.accumulation.together
    ):
        direct = TileWeights(outputs, vectors, steps, together)
    form = WinogradWeights(m, lanes, vectors, steps) if m else direct
    inner = {} if op.inner is None else {"inner": op.inner}
    channels, moves = shape_of(op.weight)[1], window(op)
    if schedule.partial_sums and pack_of(op.input.type) == 1:
        channels, x, moves = COLUMNS * channels, in_pairs(k, x), pair_window(op)
        form = ColumnPairWeights(outputs, vectors, first_column(kernel_motion(op)[-1]))
    inputs = [x, packed_weight(k, form, weight)]
    inputs += [*sum_starts(k, schedule.product, weight, lanes), *extras]
    outputs = [y, *(single_block_data(k, op, x, y) if m else [])]
    properties = {
        **moves,
        "algorithm": AlgorithmAttr(op.chosen_algorithm),
        **inner,
        "channels": int_attr(channels),
        **scheduled(schedule),
    }
    epilogue = bias_and_activation(op)
    kernel = ConvolutionKernelOp.make(inputs, outputs, properties, epilogue)
    return k.insert_bounded(kernel, output_bounds(op, lanes))


def in_pairs(k: KernelBuilder, x: SSAValue) -> SSAValue:
    """Return a plain image `c,h,w` as one of pairs of columns, `c,h,w/2,2`."""
    *outer, width = buffer_shape(x)
    return k.view(x, (*outer, width // COLUMNS, COLUMNS))


def single_block_data(
    k: KernelBuilder, op: ScheduledConvolution, x: SSAValue, y: SSAValue
) -> list[SSAValue]:
    """
    Return buffers for inputs and products of a Winograd kernel with a single block; else none.
    """
    schedule, m, axes = schedule_of(op), op.inner_algorithm.winograd_tile, kernel_motion(op)
    *slices, rows, columns = axes
    is_dilated = op.chosen_algorithm is Algorithm.DILATED
    apart = (rows.dilation, columns.dilation) if is_dilated else (1, 1)
    tiles = winograd_tiles(m, rows.out_size, columns.out_size, apart)
    tiles *= prod(axis.out_size for axis in slices)
    if (
        extents_of(op.output) is not None
        or tiles > schedule.block
        or not all(axis.is_pointwise for axis in slices)
    ):
        return []
    source, out = buffer_shape(x), buffer_shape(y)
    is_packed = len(source) == len(out)
    blocks, lanes = (source[0], source[-1]) if is_packed else (-(-source[0] // out[-1]), out[-1])
    # A 32-bit element holds two integers.
    element = i32 if op.sums_integers else arithmetic_element(x.type)
    together = PAIR if op.sums_integers else schedule.steps
    shapes = [winograd_data_shape(m, blocks, lanes // together, tiles)]
    if schedule.by_place:
        shapes.append(winograd_data_shape(m, out[0], out[-1], tiles))
    return [k.empty(extents, element) for extents in shapes]


def product_of_columns(
    k: KernelBuilder,
    op: ScheduledConvolution | DeformableConv2DOp,
    columns: SSAValue,
    weight: SSAValue,
    extras: list[SSAValue],
    y: SSAValue,
) -> SSAValue:
    """
    Append the 1x1 convolution of im2col columns, in which each tap's channels are separate ones.
    """
    blocks, *size, pack = buffer_shape(columns)
    schedule, lanes = schedule_of(op), buffer_shape(y)[-1]
    form = GatheredWeights(lanes, schedule.register[1], pack, schedule.steps)
    properties = {
        **pointwise_window(len(size)),
        "algorithm": AlgorithmAttr(Algorithm.GEMM),
        "channels": int_attr(blocks * pack),
        **scheduled(schedule),
    }
    inputs = [columns, packed_weight(k, form, weight), *extras]
    product = ConvolutionKernelOp.make(inputs, [y], properties, bias_and_activation(op))
    return k.insert_bounded(product, output_bounds(op, lanes))


def pointwise_window(axes: int) -> dict[str, Attribute]:
    """Return the window of a convolution with one tap, along `axes` axes."""
    ones = int_array([1] * axes)
    return {"kernel": ones, "stride": ones, "dilation": ones, "pad": int_array([0] * 2 * axes)}


def gathered(k: KernelBuilder, op: ScheduledConvolution, x: SSAValue) -> SSAValue:
    """Append im2col: taps become channels; partial blocks of channels have zero weights."""
    size = [axis.out_size for axis in kernel_motion(op)]
    if len(buffer_shape(x)) == 1 + len(size):
        x = k.view(x, (*buffer_shape(x), 1))
    blocks, *_, lanes = buffer_shape(x)
    out = (blocks * prod(op.kernel_shape), *size, lanes)
    # Lanes past the last channel are undefined: a zero weight would not remove an infinity.
    channels = int_attr(shape_of(op.weight)[1])
    return k.insert(
        Im2colOp.make([x], [k.empty(out, x.type)], {**window(op), "channels": channels})
    )


def depthwise(
    k: KernelBuilder,
    op: ScheduledConvolution,
    x: SSAValue,
    weight: SSAValue,
    extras: list[SSAValue],
    y: SSAValue,
) -> SSAValue:
    """Append the depthwise kernel; its input is packed like its output."""
    schedule, lanes = schedule_of(op), buffer_shape(y)[-1]
    (pixels,), steps = schedule.register, schedule.steps
    form = DepthwiseFloatWeights(lanes) if schedule.in_floats else DepthwiseWeights(lanes)
    if schedule.output_pairs:
        form = DepthwisePairWeights(lanes, steps)
    inputs = [x, packed_weight(k, form, weight)]
    product = None if schedule.non_negative else schedule.product
    inputs += [*sum_starts(k, product, weight, lanes), *extras]
    schedule = replace(schedule, output_pairs=False)
    properties = {**window(op), **scheduled(schedule), "register": int_attr(pixels)}
    kernel = DepthwiseOp.make(inputs, [y], properties, bias_and_activation(op))
    return k.insert_bounded(kernel, output_bounds(op, lanes))
