"""Rewrite convolutions of few channels and large strides as convolutions of blocks of pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, f32, i64
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ...dialects.constraints import int_array, int_list
from ...dialects.context import ncnnc_context
from ...dialects.ncnn.builder import LayerBuilder
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.layer_attributes import takes_bfloat16
from ...dialects.ncnn.layers.convolution import ConvolutionOp
from ...dialects.ncnn.layers.shuffle import ReorgOp
from ...dialects.ncnn.shapes import has_shape, shape_of, tensor_type
from ...dialects.symbols import extents_of
from ...dialects.target.products import BFLOAT16
from ...dialects.target.records import Target
from ...dialects.weight_store import WeightStore
from ..common.errors import place_of
from ..common.geometry.kernel_motion import kernel_motion
from ..common.geometry.packed_channels import PLAIN_CHANNELS
from ..common.rebuild import rebuild
from ..common.target import target_of
from .cost.conv_cost import cheapest_cycles
from .cost.conv_shape import convolution_shape
from .layout.narrow_weights import exact_key

MOVING_CYCLES = 1.0
"""Cycles to move an element to its block, with the border: 0.3 to 1.0 on Zen 5."""
CLEARLY_CHEAPER = 0.9
"""Fraction of the cycles below which two additional kernels pay off."""


@dataclass
class FoldStrides(RewritePattern):
    """Make the pixels of a block channels, if the convolution of blocks is clearly cheaper."""

    target: Target
    weights: WeightStore
    bfloat16: bool
    fixed: frozenset[str]

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ConvolutionOp, rewriter: PatternRewriter) -> None:
        key = exact_key(op.weight)
        if key is None or place_of(op).layer in self.fixed or not is_foldable(op):
            return
        if not self.is_cheaper(op):
            return
        stride, taps = int_list(op.stride)[0], taps_of_blocks(op)
        builder = LayerBuilder(rewriter, op.location, place_of(op).layer or op.name)
        motion = kernel_motion(op)
        before = [axis.before for axis in motion]
        after = [
            max((axis.out_size - 1 + count) * stride - axis.size - axis.before, 0)
            for axis, count in zip(motion, taps, strict=True)
        ]
        padded = builder.pad(op.input, "constant", [0, *before], [0, *after])
        channels, height, width = shape_of(padded)
        shape = (channels * stride**2, height // stride, width // stride)
        blocks = builder.insert(
            ReorgOp.build(
                operands=[padded],
                properties={"stride": IntegerAttr(stride, i64)},
                result_types=[tensor_type(shape)],
            )
        )
        by_place = self.weights.add(
            self.weights.requested_key(key),
            lambda: weight_of_blocks(self.weights.get(key), stride, taps),
        )
        weight = WeightOp.of_shape(by_place, (shape_of(op.weight)[0], shape[0], *taps), f32)
        weight.location = op.location
        rewriter.insert(weight)
        folded = rebuild(
            op,
            operands={"input": blocks, "weight": weight.output},
            properties={"stride": int_array([1, 1]), "pad": int_array([0] * 4)},
        )
        rewriter.replace(op, folded)

    def is_cheaper(self, op: ConvolutionOp) -> bool:
        """Return whether fewer cycles are estimated, including those of moving pixels."""
        shape, stride = convolution_shape(op), int_list(op.stride)[0]
        channels, taps = shape.channels * stride**2, taps_of_blocks(op)
        rounds = self.bfloat16 and self.target.multiplies(BFLOAT16) and takes_bfloat16(op)
        folded = replace(
            shape,
            channels=channels,
            kernel=(taps[0], taps[1]),
            stride=(1, 1),
            padded=False,
            inside=1.0,
            types=BFLOAT16 if rounds and channels % 2 == 0 else shape.types,
        )
        before, after = (
            cheapest_cycles(one, self.target.lanes, self.target) for one in (shape, folded)
        )
        moving = prod(shape_of(op.input)) * MOVING_CYCLES
        return after + moving < CLEARLY_CHEAPER * before


def is_foldable(op: ConvolutionOp) -> bool:
    """Return whether a convolution of an image has a stride within its kernel, and nothing else."""
    if not has_shape(op.output) or extents_of(op.output) is not None or op.algorithm is not None:
        return False
    if len(shape_of(op.input)) != 3 or shape_of(op.input)[0] > PLAIN_CHANNELS:
        return False
    if op.int8_scale_term.value.data or op.sums_integers or op.pad_value.value.data:
        return False
    rows, columns = int_list(op.stride)
    kernel = shape_of(op.weight)[2:]
    return rows == columns > 1 and min(kernel) >= rows and set(int_list(op.dilation)) == {1}


def taps_of_blocks(op: ConvolutionOp) -> list[int]:
    """Return the number of blocks that the kernel spans along each axis."""
    stride = int_list(op.stride)[0]
    return [-(-taps // stride) for taps in shape_of(op.weight)[2:]]


def weight_of_blocks(weight: np.ndarray, stride: int, taps: Sequence[int]) -> np.ndarray:
    """
    Return the weights `[out][in][h][w]` by position in a block, with zeros where a block exceeds.
    """
    outputs, channels, *kernel = weight.shape
    beyond = [count * stride - n for count, n in zip(taps, kernel, strict=True)]
    whole = np.pad(weight, ((0, 0), (0, 0), *((0, n) for n in beyond)))
    parts = whole.reshape(outputs, channels, taps[0], stride, taps[1], stride)
    by_place = parts.transpose(0, 1, 3, 5, 2, 4)
    return by_place.reshape(outputs, channels * stride**2, *taps)


@dataclass(frozen=True)
class FoldStridesIntoChannelsPass(ModulePass):
    """
    Make the pixels of a block, as large as the stride, the channels of one pixel.

        ncnn.convolution %x, %w stride [16, 16] : tensor<3x384x384xf32>, tensor<768x3x16x16xf32>
        -> %b = ncnn.reorg %x stride 16 : tensor<3x384x384xf32> -> tensor<768x24x24xf32>
           ncnn.convolution %b, %v : tensor<768x24x24xf32>, tensor<768x768x1x1xf32>

    First layers of few channels multiply float32; with many channels, Winograd algorithms and, with
    `bfloat16`, bfloat16 products are available. If the kernel is not a whole number of blocks,
    weights and border are padded with zeros. Layers named in `fixed` are left alone.
    """

    name = "fold-strides-into-channels"

    bfloat16: bool = False
    fixed: tuple[str, ...] = ()

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        fixed = frozenset(self.fixed)
        pattern = FoldStrides(target_of(op), ncnnc_context(ctx).weights, self.bfloat16, fixed)
        PatternRewriteWalker(pattern, apply_recursively=False).rewrite_module(op)
