"""Expand SPP into one pooling per grid."""

from __future__ import annotations

from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.constraints import int_array
from ...dialects.ncnn.builder import LayerBuilder
from ...dialects.ncnn.families.pooling_windows import PadMode, PadModeAttr
from ...dialects.ncnn.layers.padding import PaddingKind
from ...dialects.ncnn.layers.pooling import PoolingOp
from ...dialects.ncnn.layers.spp import Grid, SPPOp
from ...dialects.ncnn.shapes import has_shape, shape_of, tensor_type
from ..common.rewrite import RewritePass
from .building.replacement_builder import ReplacementBuilder


def pooled(layers: LayerBuilder, op: SPPOp, grid: Grid) -> SSAValue:
    """Return the cells of one grid as a vector."""
    before, after = [0, *grid.before], [0, *grid.after]
    x = layers.pad(op.input, PaddingKind.CONSTANT, before, after)
    channels = shape_of(x)[0]
    pooling = PoolingOp.build(
        operands=[x],
        properties={
            "kind": op.kind,
            "kernel": int_array(grid.window),
            "stride": int_array(grid.window),
            "pad_mode": PadModeAttr(PadMode.VALID),
        },
        result_types=[tensor_type((channels, grid.bins, grid.bins))],
    )
    return layers.reshape(layers.insert(pooling), (channels * grid.bins**2,))


class PoolGrids(RewritePattern):
    """Pool to each grid, and concatenate the cells."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: SPPOp, rewriter: PatternRewriter) -> None:
        if not has_shape(op.input):
            return
        layers = ReplacementBuilder(op, rewriter)
        cells = [pooled(layers, op, grid) for grid in op.grids()]
        rewriter.replace(op, [], [layers.concat(cells, 0)])


class ExpandSPPPass(RewritePass):
    """
    Expand each grid of a pyramid into a pooling of a padded blob.

        %y = ncnn.spp max %x levels 2 : tensor<3x7x8xf32> -> tensor<15xf32>
        -> %a = ncnn.pooling max %x kernel [7, 8] stride [7, 8] pad_mode valid ...
           %p = ncnn.padding constant %x before [0, 1, 0] after [0, 0, 0] ...
           %b = ncnn.pooling max %p kernel [4, 4] stride [4, 4] pad_mode valid ...
           %y = ncnn.concat ...
    """

    name = "expand-spp"
    PATTERNS = (PoolGrids,)
