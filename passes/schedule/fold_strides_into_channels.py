"""Rewrite convolutions of few channels and large strides as convolutions of blocks of pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
from ...dialects.ncnn.layers.convolution import ConvolutionOp
from ...dialects.ncnn.layers.shuffle import ReorgOp
from ...dialects.ncnn.shapes import shape_of, tensor_type
from ...dialects.target.records import Target
from ...dialects.weight_store import WeightStore
from ..common.errors import place_of
from ..common.geometry.kernel_motion import kernel_motion
from ..common.rebuild import rebuild
from ..common.target import target_of
from .cost.first_layers import (
    CLEARLY_CHEAPER,
    folded_cycles,
    is_foldable,
    plain_cycles,
    taps_of_blocks,
)
from .layout.narrow_weights import exact_key


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
        before = plain_cycles(op, self.target)
        return folded_cycles(op, self.target, self.bfloat16) < CLEARLY_CHEAPER * before


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
