"""Choose the schedules of grouped convolutions, depthwise ones among them."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import Any

from xdsl.dialects.builtin import f32
from xdsl.ir import SSAValue

from ....dialects.element_types import element_bytes, element_of
from ....dialects.kernel.depthwise import FOUR, PAIR, has_exact_float_sums, reads_floats
from ....dialects.ncnn.attributes import pack_of
from ....dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ....dialects.ncnn.families.linear import EpilogueOp
from ....dialects.ncnn.schedule import Schedule
from ....dialects.ncnn.shapes import shape_of
from ....dialects.simd.int8 import rounding_of
from ....dialects.symbols import extents_of
from ....dialects.target.attributes import ProductAttr
from ....dialects.target.products import FLOAT32, INT8, INT16, S32, InputForm
from ....dialects.target.records import Target
from ...common.epilogues import bias_and_activation, epilogue_operands, fused_body
from ...common.geometry.channel_groups import channel_ranges, widest_range
from ...common.geometry.kernel_motion import kernel_motion
from ...common.geometry.packed_channels import int8_pack
from ...common.target import product_of
from ..cost.conv_schedule import schedule_direct, schedule_tiled
from ..cost.conv_shape import ConvolutionShape, convolution_shape
from ..cost.late_epilogue import is_heavy, keeps_sums, late_epilogue
from .packs import output_blocks, output_lanes

FOURS_OF_VECTORS = 4
"""Fours of vectors of a tile of a depthwise convolution of int8."""
MOST_COLUMNS_OF_PAIRS = 3
"""Columns of a kernel of pairs of i16 at most: more inputs and weights do not fit in registers."""
MOST_GROUPED = 5
"""The most output vectors of a group that are computed together."""


def grouped_schedule(op: ScheduledConvolution, target: Target) -> Schedule:
    """
    Return the schedule of a grouped convolution: direct, or tiled in int8.

    An output vector may span groups; it sums over all channels of the groups that it meets.
    """
    shape, lanes = convolution_shape(op), output_lanes(op, target)
    outputs, per_group, *_ = shape_of(op.weight)
    widths = grouped_vectors(outputs // op.groups, lanes, output_blocks(op, target))
    if shape.is_int8:
        # All channels are gathered, in whole blocks.
        channels, pack = shape_of(op.input)[0], pack_of(op.input.type)
        pack = pack if pack > 1 else int8_pack(channels, target.lanes)
        read = -(-channels // pack) * pack
        sized = replace(shape, channels=read, outputs=outputs // op.groups)
        few = next(v for v in (2, 3, 1) if v in widths)
        tile, block = schedule_tiled(sized, lanes, target, vector_counts=(few,))
    else:
        span = widest_range(channel_ranges(outputs, op.groups, per_group, lanes * widths[0]))
        sized = replace(shape, channels=span, outputs=outputs // op.groups)
        tile, block = schedule_direct(sized, lanes, target, widths)
    return Schedule(tile, block, product=product_of(shape.types, target))


def grouped_vectors(out_per_group: int, lanes: int, blocks: int) -> tuple[int, ...]:
    """
    Return the possible numbers of output vectors computed together: several of one group, or one.
    """
    whole = out_per_group // lanes if out_per_group % lanes == 0 else 1
    return tuple(v for v in range(1, MOST_GROUPED + 1) if whole % v == 0 and v <= blocks)


def depthwise_schedule(op: ScheduledConvolution, target: Target) -> Schedule:
    """Return the schedule of a depthwise kernel: tiles that divide a row about equally."""
    shape = convolution_shape(op)
    width = shape.out_width
    together = 1
    if not shape.is_int8 and shape.stride[-1] == 1:
        together = target.narrow_vectors(output_lanes(op, target))
    if multiplies_floats(op, shape, target):
        return Schedule((float_pixels(shape, target),), in_floats=True)
    pixels = min(width, together * most_depthwise_pixels(shape, target))
    product = depthwise_product(op, shape, target)
    if computes_pairs(op, shape, target):
        schedule = Schedule((pixels_of_pairs(op, target),), product=product, output_pairs=True)
        return replace(schedule, non_negative=reads_unsigned(op, target))
    even = -(-width // -(-width // pixels))
    schedule = Schedule((-(-even // together) * together,), product=product)
    return replace(schedule, **depthwise_details(op, schedule, target))


def reads_unsigned(op: ScheduledConvolution, target: Target) -> bool:
    """Return whether the instruction multiplies unsigned numbers, as which the input is stored."""
    product, source = target.product(INT8), op.input.owner
    if product is None or product.form is not InputForm.SIGN_FLIPPED:
        return False
    rounding = rounding_of(source.epilogue) if isinstance(source, EpilogueOp) else None
    return rounding is not None and rounding.non_negative is not None


def pixels_of_pairs(op: ScheduledConvolution, target: Target) -> int:
    """
    Return the pixels of a tile of a kernel that computes pairs: some fours of vectors, as many as
    are rounded and packed at once.
    """
    return FOURS_OF_VECTORS * FOUR * target.lanes_of(S32) // output_lanes(op, target)


def depthwise_details(
    op: ScheduledConvolution, schedule: Schedule, target: Target
) -> dict[str, Any]:
    """Return the entries that follow from the tile of a depthwise kernel, and from its buffers."""
    lines = prod(axis.out_size for axis in kernel_motion(op)[:-1])
    epilogue, blobs = bias_and_activation(op), (op.input.type, op.output.type)
    late, rows = late_epilogue(epilogue, *blobs, target), 0
    is_heavy_row = is_heavy(epilogue, target.costs.heavy_finished_row) and keeps_sums(*blobs)
    if is_heavy_row and finishes_rows(schedule, target) and extents_of(op.output) is None:
        is_cached = block_bytes(op, op.output, target) <= target.costs.finished_bytes
        rows, late = lines if is_cached else 1, 0
    vectors = target.costs.epilogue_vectors if late or rows else 0
    is_image = len(op.kernel_shape) == 2 and element_of(op.input.type) == f32
    # The 1x1 convolutions around it share pixels then: a thread reads what it has written.
    blocks = output_blocks(op, target)
    read, written = (blocks * block_bytes(op, v, target) for v in (op.input, op.output))
    is_large = is_image and read > target.l2_bytes
    shares_rows = read > target.l2_bytes // 2 and lines >= target.costs.shared_lines
    parts = target.costs.bands_in_cache
    has_bands = is_large and shares_rows and parts and extents_of(op.output) is None
    return {
        "late_epilogue": late,
        "epilogue_rows": rows,
        "epilogue_vectors": vectors,
        "shares_rows": shares_rows,
        "reads_ahead": is_large,
        "writes_ahead": is_image and is_heavy_row and written > target.l2_bytes,
        "band_bytes": target.l2_bytes // parts if has_bands else 0,
    }


def block_bytes(op: ScheduledConvolution, blob: SSAValue, target: Target) -> int:
    """Return the size of a vector of channels of a blob of a depthwise convolution."""
    pixels = prod(shape_of(blob)[1:])
    return pixels * output_lanes(op, target) * element_bytes(element_of(blob.type))


def finishes_rows(schedule: Schedule, target: Target) -> bool:
    """
    Return whether a heavy epilogue runs over rows: a small tile is too short to hide the latency of
    its instructions. Without fused multiply-adds, that many vectors do not fit in registers.
    """
    is_fused = target.inner_kernel(FLOAT32).product.accumulates
    return is_fused and schedule.register[0] <= target.costs.finished_pixels


def depthwise_product(
    op: ScheduledConvolution, shape: ConvolutionShape, target: Target
) -> ProductAttr | None:
    """
    Return the instruction of a depthwise kernel of int8, for rows or neighbouring taps.

    None of other kernels, and where taps are apart or an output vector is several of sums.
    """
    if not shape.is_int8:
        return None
    if computes_pairs(op, shape, target):
        return product_of(INT8, target)
    is_whole = output_lanes(op, target) <= target.lanes_of(S32) and shape.dilation[-1] == 1
    product = target.product(INT16)
    adds_taps = product is not None and product.steps == PAIR
    return product_of(INT16, target) if is_whole and adds_taps else None


def computes_pairs(op: ScheduledConvolution, shape: ConvolutionShape, target: Target) -> bool:
    """
    Return true if a depthwise kernel of int8 computes pairs of outputs.

    This needs instructions that add products of four columns, or pairs of i16 for a narrow kernel,
    and instructions that pack; no strides or dilations; and an epilogue whose operands are given by
    channel.
    """
    product = target.product(INT8) if shape.types.of_any_sign == INT8 else None
    if product is None or target.pack(target.lanes_of(S32)) is None:
        return False
    adds_pairs = product.types == INT16 and shape.kernel[-1] <= MOST_COLUMNS_OF_PAIRS
    if product.steps != FOUR and not adds_pairs:
        return False
    motion = kernel_motion(op)
    is_dense = len(motion) == 2 and all(axis.stride == axis.dilation == 1 for axis in motion)
    if not is_dense:
        return False
    lanes, width = output_lanes(op, target), target.lanes_of(S32)
    is_whole = shape.out_height > 1 and lanes % FOUR == 0 and lanes <= width
    return is_whole and all(len(shape_of(extra)) == 1 for extra in epilogue_operands(op))


def most_depthwise_pixels(shape: ConvolutionShape, target: Target) -> int:
    """
    Return the number of output pixels that a depthwise kernel computes together: enough independent
    sums to hide the latency of a multiply-add.

    Where several see each input vector, and the weights of a kernel row are few, LLVM needs no more
    registers than these and an input vector: all others can hold sums, if products are added as
    they are made. Without an instruction for int8 products are of i32.
    """
    kernel = target.inner_kernel(shape.types if target.product(shape.types) else FLOAT32)
    most = kernel.registers // 2
    columns = shape.kernel[-1]
    if columns <= 3 and shape.stride[-1] == 1 and kernel.product.accumulates:
        most = kernel.registers - columns - 1
    return min(most, target.costs.depthwise_pixels)


def multiplies_floats(op: ScheduledConvolution, shape: ConvolutionShape, target: Target) -> bool:
    """
    Return true if a depthwise kernel of int8 multiplies and adds floats, which hold its sums.

    Instructions that multiply pairs of i16 and add no sums take longer than those of float32 that
    do, unless strides leave few products for each converted number. Without these, pairs of outputs
    take less time, and pairs of taps take more; and vectors of integers may be narrower.
    """
    product, lanes = target.product(INT8), output_lanes(op, target)
    is_possible = shape.is_int8 and len(kernel_motion(op)) == 2 and lanes == target.lanes
    if not is_possible or product is None or product.types != INT16:
        return False
    body = fused_body(op)
    if body is None or not reads_floats(body) or not has_exact_float_sums(op.kernel_shape):
        return False
    if target.lanes_of(S32) < lanes:
        return True
    if target.inner_kernel(FLOAT32).product.accumulates:
        return shape.stride[-1] == 1
    return not computes_pairs(op, shape, target)


def float_pixels(shape: ConvolutionShape, target: Target) -> int:
    """
    Return the pixels of a tile of int8 that is computed as float32: fours, rounded at once.

    Registers hold them with about the weights of a kernel row: of those of five columns some stay
    in memory.
    """
    kernel = target.inner_kernel(FLOAT32)
    most = kernel.registers // 2
    if kernel.product.accumulates:
        beside = kernel.registers - shape.kernel[-1] - 1
        most = max(most, (beside + FOUR // 2) // FOUR * FOUR)
    most = min(most, target.costs.depthwise_pixels // FOUR * FOUR)
    even = -(-shape.out_width // -(-shape.out_width // most))
    return -(-even // FOUR) * FOUR
