"""Convolutions: packed weights, a schedule, and the kernel of the chosen algorithm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

from xdsl.dialects.builtin import UnitAttr, bf16, i32
from xdsl.ir import Attribute, SSAValue

from ....dialects.constraints import int_array, int_attr
from ....dialects.element_types import arithmetic_element, element_of
from ....dialects.kernel.attributes import Algorithm, AlgorithmAttr
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.convolution import INT8_ALGORITHMS, ConvolutionKernelOp
from ....dialects.kernel.depthwise import DepthwiseOp
from ....dialects.kernel.im2col import Im2colOp
from ....dialects.kernel.structure import UnpackOp
from ....dialects.kernel.winograd_workspace import winograd_data_shape
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.base import shape_of
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.internal.weight_forms import (
    DepthwiseRowWeights,
    DepthwiseWeights,
    DirectWeights,
    GatheredWeights,
    WinogradWeights,
)
from ....dialects.ncnn.layers.deformableconv2d import DeformableConv2DOp
from ....dialects.target.products import BFLOAT16, F32, INT8, INT16
from ....dialects.target.records import Target
from ...common.errors import OperationError
from ...common.kernel_motion import kernel_motion
from ...common.vector_length import vector_length
from ...schedule.cost.conv_schedule import (
    multiplies_by_place,
    reduction_block,
    schedule_direct,
    schedule_tiled,
    schedule_winograd,
    transformed_types,
)
from ...schedule.cost.conv_shape import (
    PLAIN_CHANNELS,
    ConvolutionShape,
    convolution_shape,
    multiplies_bfloats,
)
from ..building.convolution_properties import steps_property, window
from ..building.epilogues import bias_and_activation, epilogue_operands
from ..building.grouped_convolution import grouped
from ..building.int8_operands import MOST_STEPS, int8_starts, is_int8, multiplies_rows
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
    algorithm = op.chosen_algorithm
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
                **({} if is_int8(op) else parts_of_sums(k, conv_shape, x, y)),
            },
            bias_and_activation(op),
        )
    )


def last_lanes(k: KernelBuilder, outputs: int, lanes: int) -> dict[str, Attribute]:
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


def parts_of_sums(
    k: KernelBuilder, shape: ConvolutionShape, x: SSAValue, y: SSAValue
) -> dict[str, Attribute]:
    """The properties of sums of parts: of the channels, and of the last vector of outputs."""
    return {
        **reduction_parts(k, shape, x, y),
        **last_lanes(k, shape.outputs, buffer_shape(y)[-1]),
    }


def reduction_parts(
    k: KernelBuilder, shape: ConvolutionShape, x: SSAValue, y: SSAValue
) -> dict[str, Attribute]:
    """
    The property that says how many channels are summed over at a time: whole blocks of the input's,
    if it has such.
    """
    source, out = buffer_shape(x), buffer_shape(y)
    lanes = source[-1] if len(source) == len(out) and source[-1] > 1 else out[-1]
    return {"reduction_block": int_attr(reduction_block(shape, lanes, k.target))}


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
                **reduction_parts(k, shape, columns, y),
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
    epilogue, properties = bias_and_activation(op), window(op)
    if multiplies_rows(k, op, extras, y, epilogue):
        steps = k.target.inner_kernel(INT8).steps
        u = packed_weight(k, DepthwiseRowWeights(lanes, steps), weight)
        inputs = [x, u, *int8_starts(k, op, weight, lanes), *extras]
        properties["steps"] = int_attr(steps)
    else:
        inputs = [x, packed_weight(k, DepthwiseWeights(lanes), weight), *extras]
    pixels = min(width, most_depthwise_pixels(convolution_shape(op), k.target))
    properties["register"] = int_attr(-(-width // -(-width // pixels)))
    return k.insert(DepthwiseOp.make(inputs, [y], properties, epilogue))


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
