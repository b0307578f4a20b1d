"""
ncnn's rules for choosing the algorithm of an fp32 convolution on x86.

The tables are ncnn's, made on one desktop CPU: for bands of input and output channels the sides
min(w, h) of the padded input for which a Winograd tile is preferred.

Source: ncnn, src/layer/x86/convolution_x86.cpp, `create_pipeline`, `test_prefer_winograd63`,
`test_prefer_winograd23`.
"""

from __future__ import annotations

from math import prod
from typing import TypeAlias

from ....dialects.ncnn.base import shape_of
from ....dialects.ncnn.layer_attributes import feature_mask
from ....dialects.ncnn.layers.convolution import ConvolutionBase
from ....dialects.properties import Algorithm, int_list
from ....dialects.target.records import Target

NO_SGEMM = 1 << 5
"""Bit of a layer's feature mask that forbids im2col and gemm."""
NO_WINOGRAD = 1 << 6
"""Bit of a layer's feature mask that forbids Winograd."""
MOST_PACKED_CHANNELS = 16
"""With more inputs or outputs than these, ncnn prefers gemm whatever the cache."""
LEAST_WINOGRAD_CHANNELS = 8
"""With no more inputs and outputs than these, ncnn does not use Winograd."""

Ranges: TypeAlias = tuple[tuple[int, int], ...]
"""Inclusive ranges of min(w, h)."""
Bands: TypeAlias = tuple[tuple[int, tuple[tuple[int, Ranges], ...]], ...]
"""`(least inputs, ((least outputs, ranges), ...))`, both largest first."""

ALWAYS: Ranges = ((1, 1 << 31),)

F63_SIDES: Bands = (
    (64, ()),
    (
        32,
        (
            (64, ()),
            (32, ((11, 14), (19, 20), (23, 44), (47, 56), (63, 130))),
            (16, ((13, 14), (19, 20), (23, 38), (43, 44), (47, 140))),
            (8, ((11, 14), (19, 20), (31, 38), (43, 44), (55, 162))),
        ),
    ),
    (
        16,
        (
            (64, ()),
            (32, ((11, 14), (19, 20), (23, 44), (47, 92), (95, 188))),
            (16, ((11, 14), (27, 38), (43, 44), (47, 74), (81, 110), (117, 170), (177, 182))),
            (8, ((19, 20), (33, 38), (43, 44), (47, 128), (155, 210))),
        ),
    ),
    (
        8,
        (
            (64, ()),
            (32, ((7, 14), (17, 20), (23, 26), (31, 38), (43, 162))),
            (16, ((31, 32), (39, 44), (47, 212))),
        ),
    ),
)
"""Sides for which ncnn prefers F(6, 3)."""

F23_SIDES: Bands = (
    (512, ((128, ((3, 14),)), (64, ((3, 8), (11, 12))), (16, ((3, 8),)), (8, ((3, 6),)))),
    (
        256,
        (
            (256, ((3, 14),)),
            (128, ((3, 12),)),
            (64, ((3, 4),)),
            (16, ((3, 8),)),
            (8, ((3, 6),)),
        ),
    ),
    (
        128,
        (
            (512, ((3, 14),)),
            (256, ((3, 8), (11, 12))),
            (128, ((3, 10),)),
            (64, ((3, 8),)),
            (32, ((3, 10),)),
            (8, ((3, 6),)),
        ),
    ),
    (
        64,
        (
            (512, ((3, 8), (11, 12), (15, 20))),
            (256, ((7, 8),)),
            (128, ((3, 8), (19, 22))),
            (8, ((3, 12),)),
        ),
    ),
    (
        32,
        (
            (256, ((3, 6), (11, 12))),
            (128, ((3, 4), (7, 16))),
            (64, ((3, 8),)),
            (16, ((7, 8),)),
            (8, ((3, 10),)),
        ),
    ),
    (
        16,
        (
            (512, ((11, 12),)),
            (256, ((3, 12),)),
            (128, ((3, 6), (9, 18))),
            (64, ((3, 4), (7, 8), (11, 12), (15, 18))),
            (32, ((3, 4), (9, 10))),
            (16, ((3, 10),)),
            (8, ((3, 8), (11, 12))),
        ),
    ),
    (
        8,
        (
            (128, ()),
            (64, ((3, 4), (7, 14), (47, 48))),
            (32, ((3, 6), (15, 16))),
            (16, ((3, 6), (9, 14), (47, 212))),
            (8, ALWAYS),
        ),
    ),
)
"""Sides for which ncnn prefers F(2, 3); they come before those of F(6, 3)."""


def ncnn_algorithm(conv: ConvolutionBase, target: Target) -> Algorithm:
    """
    What ncnn would take for a convolution of one group with known shapes, in ncnn's order.

    ncnn's "im2col + gemm" is `gemm`, its direct and its general packed kernels are `packed`.
    """
    outputs, inputs = shape_of(conv.weight)[:2]
    mask = feature_mask(conv)
    if not mask & NO_WINOGRAD and winograd_applies(conv):
        return winograd_algorithm(inputs, outputs, min(padded_extents(conv)))
    if conv.kernel_shape == (1, 1):
        return Algorithm.GEMM
    if not mask & NO_SGEMM and prefers_gemm(conv, target.l2_bytes):
        return Algorithm.GEMM
    return Algorithm.PACKED


def winograd_applies(conv: ConvolutionBase) -> bool:
    """3x3, stride 1, dilation 1, and more than 8 channels on one side."""
    return (
        conv.kernel_shape == (3, 3)
        and int_list(conv.stride) == [1, 1]
        and int_list(conv.dilation) == [1, 1]
        and max(shape_of(conv.weight)[:2]) > LEAST_WINOGRAD_CHANNELS
    )


def prefers_gemm(conv: ConvolutionBase, l2_bytes: int) -> bool:
    """Whether the weights (8 bytes x dilation x stride each) outgrow L2, or channels are many."""
    outputs, inputs = shape_of(conv.weight)[:2]
    steps = prod(int_list(conv.dilation)) * prod(int_list(conv.stride))
    weight_bytes = inputs * outputs * prod(conv.kernel_shape) * steps * 4 * 2
    return weight_bytes > l2_bytes or max(inputs, outputs) > MOST_PACKED_CHANNELS


def padded_extents(conv: ConvolutionBase) -> tuple[int, int]:
    """Height and width of the padded input."""
    _, height, width = conv.spatial_input_shape
    top, left, bottom, right = conv.resolved_pads()
    return height + top + bottom, width + left + right


def winograd_algorithm(inputs: int, outputs: int, side: int) -> Algorithm:
    """The Winograd tile for the shorter side of the padded input; F(4, 3) if no table claims it."""
    if in_table(F23_SIDES, inputs, outputs, side):
        return Algorithm.WINOGRAD2
    if in_table(F63_SIDES, inputs, outputs, side):
        return Algorithm.WINOGRAD6
    return Algorithm.WINOGRAD4


def in_table(table: Bands, inputs: int, outputs: int, side: int) -> bool:
    """Whether the first band that holds both channel counts has the side in one of its ranges."""
    rows = next((rows for least, rows in table if inputs >= least), ())
    ranges = next((ranges for least, ranges in rows if outputs >= least), ())
    return any(low <= side <= high for low, high in ranges)
