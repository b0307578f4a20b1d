"""
Estimate first convolutions, and forms of them with more channels. Units: cycles of one core.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf, prod

from ....dialects.alignment import align_up
from ....dialects.constraints import int_list
from ....dialects.ncnn.internal.unfold_columns import PAIR
from ....dialects.ncnn.layer_attributes import takes_bfloat16
from ....dialects.ncnn.layers.convolution import ConvolutionOp
from ....dialects.ncnn.shapes import has_shape, shape_of
from ....dialects.symbols import extents_of
from ....dialects.target.products import BFLOAT16
from ....dialects.target.records import Target
from ...common.geometry.kernel_motion import kernel_motion
from ...common.geometry.packed_channels import PLAIN_CHANNELS
from .conv_cost import cheapest_cycles
from .conv_shape import convolution_shape, inside_part

MOVING_CYCLES = 1.0
"""Cycles to move an element to its block, with the border: 0.3 to 1.0 on Zen 5."""
UNFOLDING_CYCLES = 1.5
"""Cycles to gather the channels of a pixel in a vector, and to round them."""
CLEARLY_CHEAPER = 0.9
"""Fraction of the cycles below which additional kernels pay off."""


def is_first_layer(op: ConvolutionOp) -> bool:
    """Return whether a convolution of floats reads an image of few channels, with a zero border."""
    if not has_shape(op.output) or extents_of(op.output) is not None or op.algorithm is not None:
        return False
    if len(shape_of(op.input)) != 3 or shape_of(op.input)[0] > PLAIN_CHANNELS:
        return False
    return not (op.int8_scale_term.value.data or op.sums_integers or op.pad_value.value.data)


def is_foldable(op: ConvolutionOp) -> bool:
    """Return whether a first layer only has a stride, no larger than its kernel."""
    rows, columns = int_list(op.stride)
    kernel = shape_of(op.weight)[2:]
    is_strided = rows == columns > 1 and min(kernel) >= rows and set(int_list(op.dilation)) == {1}
    return is_strided and is_first_layer(op)


def is_unfoldable(op: ConvolutionOp) -> bool:
    """Return whether a first layer sums over neighbouring columns."""
    if not is_first_layer(op) or not takes_bfloat16(op):
        return False
    columns = kernel_motion(op)[1]
    return shape_of(op.input)[0] * columns.kernel > PLAIN_CHANNELS and columns.dilation == 1


def taps_of_blocks(op: ConvolutionOp) -> list[int]:
    """Return the number of blocks that the kernel spans along each axis."""
    stride = int_list(op.stride)[0]
    return [-(-taps // stride) for taps in shape_of(op.weight)[2:]]


def plain_cycles(op: ConvolutionOp, target: Target) -> float:
    """Return the cycles of a convolution as it is."""
    return cheapest_cycles(convolution_shape(op), target.lanes, target)


def folded_cycles(op: ConvolutionOp, target: Target, bfloat16: bool) -> float:
    """Return the cycles of the convolution of blocks of pixels, and of moving these."""
    if not is_foldable(op):
        return inf
    shape, stride, taps = convolution_shape(op), int_list(op.stride)[0], taps_of_blocks(op)
    channels = shape.channels * stride**2
    rounds = bfloat16 and target.multiplies(BFLOAT16) and takes_bfloat16(op)
    folded = replace(
        shape,
        channels=channels,
        kernel=(taps[0], taps[1]),
        stride=(1, 1),
        padded=False,
        inside=1.0,
        types=BFLOAT16 if rounds and channels % 2 == 0 else shape.types,
    )
    moving = prod(shape_of(op.input)) * MOVING_CYCLES
    return cheapest_cycles(folded, target.lanes, target) + moving


def unfolded_cycles(op: ConvolutionOp, target: Target) -> float:
    """Return the cycles of the convolution over rows of unfolded columns, and of gathering them."""
    shape, (rows, columns) = convolution_shape(op), kernel_motion(op)
    unfolded = replace(
        shape,
        channels=align_up(shape.channels * columns.kernel, PAIR),
        kernel=(rows.kernel, 1),
        stride=(rows.stride, 1),
        dilation=(rows.dilation, 1),
        padded=rows.before > 0 or rows.after > 0,
        inside=inside_part(rows),
        types=BFLOAT16,
    )
    vectors = rows.size * columns.out_size * -(-unfolded.channels // target.lanes)
    return cheapest_cycles(unfolded, target.lanes, target) + vectors * UNFOLDING_CYCLES
