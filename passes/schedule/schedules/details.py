"""Derive the entries of schedules of convolutions that follow from tiles, buffers and epilogues."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import Any

from ....dialects.element_types import element_bytes, element_of
from ....dialects.kernel.attributes import Algorithm
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.internal.weight_form import padded
from ....dialects.ncnn.internal.weight_forms import WinogradWeights
from ....dialects.ncnn.layers.deformableconv2d import DeformableConv2DOp
from ....dialects.ncnn.schedule import Schedule
from ....dialects.ncnn.shapes import shape_of
from ....dialects.target.records import Target
from ...common.epilogues import bias_and_activation
from ...common.geometry.channel_groups import channel_ranges, widest_range
from ...common.geometry.gathering import GATHERING
from ...common.geometry.kernel_motion import kernel_motion
from ...common.geometry.packed_channels import int8_pack, packed_lanes
from ..cost.channel_table import table_vectors
from ..cost.conv_shape import convolution_shape
from ..cost.late_epilogue import late_epilogue, vectors_in_turn
from ..cost.prefetching import weights_ahead
from ..cost.usual_extents import usual_of, usual_shape
from .packs import SumOfWindows, output_blocks, output_lanes


def detailed(op: SumOfWindows, schedule: Schedule, target: Target) -> Schedule:
    """Return a schedule of a dense or grouped convolution with the entries that follow from it."""
    return replace(schedule, **details(op, schedule, target))


def details(op: SumOfWindows, schedule: Schedule, target: Target) -> dict[str, Any]:
    """Return the entries that follow from those for the tiles of a dense or grouped convolution."""
    is_tiled, is_packed = algorithm_of(op) is Algorithm.TILED, read_lanes(op, target) > 1
    late = late_epilogue(bias_and_activation(op), op.input.type, op.output.type, target)
    return {
        "reads_ahead": is_packed and not is_tiled and read_bytes(op, target) > target.l2_bytes,
        "writes_ahead": written_bytes(op, target) > target.l2_bytes,
        "transformed_ahead": transformed_bytes(op, schedule, target) > target.l2_bytes,
        "table_vectors": vectors_for_table(op, schedule, target),
        "weights_ahead": next_weights(op, schedule, target),
        "shares_vectors": is_tiled and has_few_tiles(op, schedule, target),
        "late_epilogue": late,
        "epilogue_vectors": vectors_in_turn(late, target),
    }


def algorithm_of(op: SumOfWindows) -> Algorithm:
    """Return the algorithm of a convolution; gathered windows are multiplied by `gemm`."""
    return op.chosen_algorithm if isinstance(op, ScheduledConvolution) else Algorithm.GEMM


def is_dilated(op: SumOfWindows) -> bool:
    """Return whether sub-images are convolved instead of images."""
    return algorithm_of(op) is Algorithm.DILATED


def winograd_tile(op: SumOfWindows) -> int:
    """Return m of Winograd's F(m, 3), 0 for other algorithms."""
    return op.inner_algorithm.winograd_tile if isinstance(op, ScheduledConvolution) else 0


def gathers_columns(op: SumOfWindows) -> bool:
    """Return whether a product of gathered windows computes a convolution."""
    if isinstance(op, DeformableConv2DOp):
        return True
    return algorithm_of(op) is Algorithm.GEMM and not convolution_shape(op).is_pointwise


def read_lanes(op: SumOfWindows, target: Target) -> int:
    """Return the lanes by which the kernel's input is packed."""
    pack, channels = pack_of(op.input.type), shape_of(op.input)[0]
    if pack > 1:
        return pack
    if isinstance(op, DeformableConv2DOp):
        return packed_lanes(channels, target.lanes)
    return int8_pack(channels, target.lanes) if convolution_shape(op).is_int8 else 1


def output_pixels(op: SumOfWindows) -> int:
    """Return the pixels of a channel of the output, in a usual run."""
    return prod(usual_shape(op.output, usual_of(op))[1:])


def read_channels(op: SumOfWindows, target: Target) -> int:
    """Return the channels of the kernel's input, in whole vectors, of all taps if gathered."""
    channels = padded(shape_of(op.input)[0], read_lanes(op, target))
    return channels * prod(op.kernel_shape) if gathers_columns(op) else channels


def read_bytes(op: SumOfWindows, target: Target) -> int:
    """Return the size of the kernel's input, in a usual run."""
    pixels = output_pixels(op)
    if not gathers_columns(op):
        pixels = prod(usual_shape(op.input, usual_of(op))[1:])
    return read_channels(op, target) * pixels * element_bytes(element_of(op.input.type))


def written_bytes(op: SumOfWindows, target: Target) -> int:
    """Return the size of the kernel's output."""
    vectors = output_blocks(op, target) * output_pixels(op)
    return vectors * output_lanes(op, target) * element_bytes(element_of(op.output.type))


def transformed_bytes(op: SumOfWindows, schedule: Schedule, target: Target) -> int:
    """Return the size of the transformed input of a block of Winograd's tiles of floats."""
    shape = convolution_shape(op)
    if not (m := winograd_tile(op)) or shape.is_int8:
        return 0
    channels = padded(shape.channels, target.lanes) * shape.depth.taps
    return (m + 2) ** 2 * schedule.block * channels * shape.types.input.bytes


def next_weights(op: SumOfWindows, schedule: Schedule, target: Target) -> tuple[int, ...]:
    """Return `weights_ahead`: shares of a pointwise or Winograd kernel of floats, or pages."""
    shape, turns = convolution_shape(op), schedule.block
    pixels, size = output_pixels(op), weight_bytes(op, schedule, target)
    if shape.is_int8:
        return weights_ahead(size, target.costs)
    if m := winograd_tile(op):
        images = shape.of_sub_images() if is_dilated(op) else shape
        turns, pixels = -(-schedule.block // schedule.register[0]), images.tiles(m)
        if schedule.cropped:
            # At some places whole tiles alone have products.
            pixels = (shape.out_height // m) * (shape.out_width // m)
    elif algorithm_of(op) is Algorithm.TILED or not (shape.is_pointwise or gathers_columns(op)):
        return weights_ahead(size, target.costs)
    turns = min(turns, -(-pixels // schedule.register[0]))
    return weights_ahead(size, target.costs, turns, shape.is_dynamic)


def weight_bytes(op: SumOfWindows, schedule: Schedule, target: Target) -> int:
    """Return the size of the packed weights."""
    lanes, (_, vectors) = output_lanes(op, target), schedule.register
    outputs, *_ = shape = shape_of(op.weight)
    element = element_of(op.weight.type)
    if m := winograd_tile(op):
        form = WinogradWeights(m, lanes, vectors, schedule.steps)
        return prod(form.packed_shape(shape)) * element_bytes(form.packed_element(element))
    channels = padded(summed_channels(op, schedule, target), schedule.steps)
    taps = 1 if gathers_columns(op) else prod(op.kernel_shape)
    width, *_ = schedule.partial_sums or (lanes,)
    return padded(outputs, width) * channels * taps * element_bytes(element)


def summed_channels(op: SumOfWindows, schedule: Schedule, target: Target) -> int:
    """Return the channels of the kernel's input that an output vector sums over."""
    outputs, channels, *_ = shape_of(op.weight)
    if gathers_columns(op):
        return read_channels(op, target)
    if isinstance(op, DeformableConv2DOp) or op.groups == 1:
        return channels
    width = output_lanes(op, target) * schedule.register[1]
    return widest_range(channel_ranges(outputs, op.groups, channels, width))


def vectors_for_table(op: SumOfWindows, schedule: Schedule, target: Target) -> int:
    """Return `table_vectors` of a kernel that reads single channels, perhaps gathered."""
    if not isinstance(op, ScheduledConvolution) or gathers_columns(op):
        return 0
    if schedule.steps > 1 or schedule.partial_sums:
        return 0
    if winograd_tile(op) or algorithm_of(op) is Algorithm.TILED or pack_of(op.input.type) == 1:
        return 0
    if not isinstance(op.input.owner, GATHERING):
        return 0
    *lines, columns = [axis.out_size for axis in kernel_motion(op)]
    if convolution_shape(op).is_pointwise:
        lines, columns = [], prod(lines) * columns
    pixels, vectors = schedule.register
    tiles = prod(lines) * -(-columns // pixels) * -(-output_blocks(op, target) // vectors)
    entries = summed_channels(op, schedule, target) * prod(op.kernel_shape)
    size = pack_of(op.input.type) * element_bytes(element_of(op.input.type))
    return table_vectors(entries, tiles, size, target)


def has_few_tiles(op: SumOfWindows, schedule: Schedule, target: Target) -> bool:
    """Return whether a tiled kernel has fewer register tiles for threads than output vectors."""
    pixels, vectors = schedule.register
    groups = -(-output_blocks(op, target) // vectors)
    return -(-output_pixels(op) // pixels) < min(groups, target.costs.plane_tiles)
