"""Rewrite first convolutions so that bfloat16 products sum over neighbouring columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, f32
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ...dialects.alignment import align_up
from ...dialects.constraints import int_array, int_attr
from ...dialects.context import ncnnc_context
from ...dialects.ncnn.builder import LayerBuilder
from ...dialects.ncnn.internal.unfold_columns import PAIR, UnfoldColumnsOp
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.layers.convolution import ConvolutionOp
from ...dialects.ncnn.shapes import shape_of, tensor_type
from ...dialects.target.products import BFLOAT16
from ...dialects.target.records import Target
from ...dialects.weight_store import WeightStore
from ..common.errors import place_of
from ..common.geometry.kernel_motion import kernel_motion
from ..common.rebuild import rebuild
from ..common.target import target_of
from .cost.first_layers import (
    CLEARLY_CHEAPER,
    folded_cycles,
    is_unfoldable,
    plain_cycles,
    unfolded_cycles,
)
from .layout.narrow_weights import exact_key


@dataclass
class UnfoldColumns(RewritePattern):
    """Make the columns under a kernel channels, if bfloat16 products are then clearly cheaper."""

    target: Target
    weights: WeightStore
    fixed: frozenset[str]

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ConvolutionOp, rewriter: PatternRewriter) -> None:
        key = exact_key(op.weight)
        if key is None or place_of(op).layer in self.fixed or not is_unfoldable(op):
            return
        if not self.is_cheaper(op):
            return
        rows, columns = kernel_motion(op)
        builder = LayerBuilder(rewriter, op.location, place_of(op).layer or op.name)
        channels = align_up(shape_of(op.input)[0] * columns.kernel, PAIR)
        unfolded = builder.insert(
            UnfoldColumnsOp.build(
                operands=[op.input],
                properties={
                    "kernel": int_attr(columns.kernel),
                    "stride": int_attr(columns.stride),
                    "before": int_attr(columns.before),
                    "columns": int_attr(columns.out_size),
                },
                result_types=[tensor_type((channels, rows.size, columns.out_size))],
            )
        )
        by_column = self.weights.add(
            self.weights.requested_key(key), lambda: weight_of_columns(self.weights.get(key))
        )
        shape = (shape_of(op.weight)[0], channels, rows.kernel, 1)
        weight = WeightOp.of_shape(by_column, shape, f32)
        weight.location = op.location
        rewriter.insert(weight)
        properties = {
            "stride": int_array([rows.stride, 1]),
            "dilation": int_array([rows.dilation, 1]),
            "pad": int_array([rows.before, 0, rows.after, 0]),
        }
        operands = {"input": unfolded, "weight": weight.output}
        rewriter.replace(op, rebuild(op, operands=operands, properties=properties))

    def is_cheaper(self, op: ConvolutionOp) -> bool:
        """Return whether fewer cycles are estimated than as it is, and as a sum over blocks."""
        cycles = unfolded_cycles(op, self.target)
        if cycles >= CLEARLY_CHEAPER * plain_cycles(op, self.target):
            return False
        return cycles < folded_cycles(op, self.target, bfloat16=True)


def weight_of_columns(weight: np.ndarray) -> np.ndarray:
    """Return the weights `[out][in][h][w]` as `[out][in * w][h][1]`, the channels in pairs."""
    outputs, channels, rows, columns = weight.shape
    taps = weight.transpose(0, 1, 3, 2).reshape(outputs, channels * columns, rows, 1)
    odd = align_up(channels * columns, PAIR) - channels * columns
    return np.pad(taps, ((0, 0), (0, odd), (0, 0), (0, 0)))


@dataclass(frozen=True)
class UnfoldColumnsIntoChannelsPass(ModulePass):
    """
    Make the columns under the kernel of a first convolution channels of one pixel.

        ncnn.convolution %x, %w stride [2, 2] pad [1, 1, 1, 1]
          : tensor<3x224x224xf32>, tensor<32x3x3x3xf32>
        -> %u = ncnn.unfold_columns %x kernel 3 stride 2 before 1 columns 112
             : tensor<3x224x224xf32> -> tensor<10x224x112xf32>
           ncnn.convolution %u, %v stride [2, 1] pad [1, 0, 1, 0]
             : tensor<10x224x112xf32>, tensor<32x10x3x1xf32>

    Bfloat16 products sum pairs of channels, of which an image has few; `assign-layout` rounds the
    result of `ncnn.unfold_columns`. Leaves alone extents known at run time, layers that keep
    float32, targets without bfloat16 products, and layers named in `fixed`.
    """

    name = "unfold-columns-into-channels"

    fixed: tuple[str, ...] = ()

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = target_of(op)
        if not target.multiplies(BFLOAT16):
            return
        pattern = UnfoldColumns(target, ncnnc_context(ctx).weights, frozenset(self.fixed))
        PatternRewriteWalker(pattern, apply_recursively=False).rewrite_module(op)
