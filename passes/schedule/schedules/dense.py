"""Choose the schedules of dense convolutions, by any algorithm."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from xdsl.dialects.builtin import bf16, f32

from ....dialects.element_types import element_of
from ....dialects.kernel.attributes import Algorithm
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.layers.deformableconv2d import DeformableConv2DOp
from ....dialects.ncnn.layers.slice import SliceOp
from ....dialects.ncnn.schedule import Schedule
from ....dialects.ncnn.shapes import shape_of
from ....dialects.target.attributes import ProductAttr
from ....dialects.target.products import BFLOAT16, F32
from ....dialects.target.records import Target
from ...common.epilogues import bias_and_activation
from ...common.geometry.column_pairs import PAIR, pair_motion
from ...common.geometry.gathering import GATHERING
from ...common.geometry.packed_channels import int8_pack, packed_lanes
from ...common.target import product_of, vector_length
from ..cost.conv_schedule import (
    pipelined_vectors,
    reduction_block,
    schedule_direct,
    schedule_tiled,
    transformed_types,
)
from ..cost.conv_shape import ConvolutionShape, convolution_shape, multiplies_bfloats
from ..cost.late_epilogue import is_heavy
from ..cost.partial_sums import SumsInParts, cheaper_sums_in_parts
from ..cost.small_matrices import tiled_kernel
from ..cost.winograd_schedule import multiplies_by_place, plan_winograd
from .details import detailed
from .packs import SumOfWindows, output_lanes
from .small_matrices import by_small_matrices, kernel_of_tile


def dense_schedule(op: ScheduledConvolution, target: Target) -> Schedule:
    """Return the schedule of the kernel of the op's algorithm."""
    shape, algorithm = convolution_shape(op), op.chosen_algorithm
    if op.inner_algorithm.winograd_tile:
        schedule = winograd_schedule(op, shape, target)
    elif algorithm is Algorithm.TILED:
        schedule = tiled_schedule(op, shape, target)
    elif algorithm is Algorithm.GEMM and not shape.is_pointwise:
        return columns_schedule(op, pack_of(op.input.type), target)
    else:
        schedule = direct_schedule(op, shape, target)
    if shape.is_int8 or schedule.partial_sums:
        return schedule
    lanes = output_lanes(op, target)
    return replace(
        schedule,
        reduction=reduction_block(shape, input_lanes(op, target), target),
        last_lanes=last_lanes(shape.outputs, lanes, target),
    )


def direct_schedule(op: ScheduledConvolution, shape: ConvolutionShape, target: Target) -> Schedule:
    """Return the schedule of a direct kernel, of sub-images if the convolution is dilated."""
    lanes = output_lanes(op, target)
    scheduled = shape.of_sub_images() if op.inner is not None else shape
    of_taps, width = not shape.is_pointwise, shape.pixels if shape.is_pointwise else shape.out_width
    kernel = kernel_of_tile(shape.types, shape.channels, target, of_taps=of_taps, rows=width)
    tile, _ = schedule_direct(scheduled, lanes, target, kernel=kernel)
    _, block = schedule_direct(shape, lanes, target, kernel=kernel)
    schedule = Schedule(tile, block, product=product_of(shape.types, target))
    if (sums := sums_in_parts(op, shape, target)) is not None:
        return replace(schedule, register=sums.register, partial_sums=(sums.outputs, sums.parts))
    return by_small_matrices(schedule, shape.types, shape.channels, target, of_taps=of_taps)


def sums_in_parts(
    op: ScheduledConvolution, shape: ConvolutionShape, target: Target
) -> SumsInParts | None:
    """
    Return how the sums of a convolution are computed in parts; None if they are not.

    Inputs that may be gathered are left out, since a table would hold each channel by itself. For
    plain images the parts are pairs of columns.
    """
    if op.inner is not None or is_gathered(op, target.lanes):
        return None
    if element_of(op.input.type) != f32 or element_of(op.weight.type) != f32:
        return None
    read, lanes = pack_of(op.input.type), output_lanes(op, target)
    if read > 1 or (motion := pair_motion(op)) is None:
        return cheaper_sums_in_parts(shape, read, lanes, target)
    rows, columns = motion
    paired = replace(
        shape,
        channels=PAIR * shape.channels,
        kernel=(rows.kernel, columns.kernel),
        stride=(rows.stride, columns.stride),
    )
    return cheaper_sums_in_parts(paired, PAIR, lanes, target, whole=shape)


def is_gathered(op: ScheduledConvolution, lanes: int) -> bool:
    """Return whether the input may be gathered; parts of whole vectors are views."""
    owner = op.input.owner
    if isinstance(owner, SliceOp):
        return any(shape_of(part)[0] % lanes for part in owner.outputs)
    return isinstance(owner, GATHERING)


def tiled_schedule(op: ScheduledConvolution, shape: ConvolutionShape, target: Target) -> Schedule:
    """Return the schedule of a tiled kernel, whose positions the op may give."""
    lanes = output_lanes(op, target)
    positions = None if op.tile is None else op.tile.value.data
    kernel = tiled_kernel(shape, lanes, target)
    if kernel is not None:
        tile, block = schedule_tiled(shape, lanes, target, positions, kernel=kernel)
        return Schedule(tile, block, product=ProductAttr.of(target.isa, kernel.product))
    tile, block = schedule_tiled(shape, lanes, target, positions)
    pipelined = pipelined_of(op, tile, target) if shape.is_int8 else 0
    return Schedule(tile, block, product=product_of(shape.types, target), pipelined=pipelined)


def pipelined_of(op: ScheduledConvolution, tile: tuple[int, int], target: Target) -> int:
    """Return the vectors of the largest pipelined int8 tile with the rows of a given one."""
    if is_heavy(bias_and_activation(op), target.costs.heavy_epilogue):
        return 0
    channels, pack = shape_of(op.input)[0], pack_of(op.input.type)
    pack = pack if pack > 1 else int8_pack(channels, target.lanes)
    return pipelined_vectors(convolution_shape(op), tile, pack, output_lanes(op, target), target)


def winograd_schedule(
    op: ScheduledConvolution, shape: ConvolutionShape, target: Target
) -> Schedule:
    """Return the schedule of a kernel of Winograd's, of sub-images if the op is dilated."""
    m, lanes = op.inner_algorithm.winograd_tile, output_lanes(op, target)
    scheduled = shape.of_sub_images() if op.inner is not None else shape
    is_bf16 = element_of(op.input.type) == bf16 and multiplies_bfloats(op, target)
    types = transformed_types(BFLOAT16 if is_bf16 else shape.types, m)
    scheduled = replace(scheduled, types=types)
    plan = plan_winograd(scheduled, m, lanes, target)
    return Schedule(
        plan.tile,
        plan.block,
        product=product_of(types, target),
        by_place=multiplies_by_place(scheduled, m, lanes, target),
        cropped=plan.cropped,
    )


def columns_schedule(op: SumOfWindows, pack: int, target: Target) -> Schedule:
    """
    Return the schedule of the 1x1 convolution of gathered windows, packed by `pack`. Channels of
    each tap are separate channels, in whole blocks.
    """
    shape, lanes = convolution_shape(op), output_lanes(op, target)
    blocks = -(-shape_of(op.input)[0] // pack) * prod(op.kernel_shape)
    one = (1, 1)
    window = {"kernel": one, "stride": one, "dilation": one}
    shape = replace(shape, channels=blocks * pack, **window, padded=False)
    kernel = kernel_of_tile(shape.types, shape.channels, target, rows=shape.pixels)
    tile, block = schedule_direct(shape, lanes, target, kernel=kernel)
    reduction = reduction_block(shape, pack if pack > 1 else lanes, target)
    schedule = Schedule(tile, block, reduction, product_of(shape.types, target))
    return by_small_matrices(schedule, shape.types, shape.channels, target)


def deformable_schedule(op: DeformableConv2DOp, target: Target) -> Schedule:
    """Return the schedule of the product of deformed windows, which are packed."""
    pack = pack_of(op.input.type)
    if pack == 1:
        pack = packed_lanes(shape_of(op.input)[0], target.lanes)
    return detailed(op, columns_schedule(op, pack, target), target)


def input_lanes(op: SumOfWindows, target: Target) -> int:
    """Return the pack of the input, or of the output if the input is plain."""
    pack = pack_of(op.input.type)
    return pack if pack > 1 else output_lanes(op, target)


def last_lanes(outputs: int, lanes: int, target: Target) -> int:
    """
    Return the lanes of the last vector of channels, 0 for all.

    If a half or a quarter of a vector holds the remaining channels, and occupies the pipes for a
    shorter time, it is used.
    """
    part, element_bytes = vector_length(outputs % lanes or lanes, lanes), F32.bytes
    passes = target.costs.passes
    if passes(part * element_bytes) == passes(lanes * element_bytes):
        return 0
    return max(part, target.costs.pipe_bytes // element_bytes)
