"""Crops the operands of Gemm that have more rows than it reads."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.ncnn.base import has_shape, shape_of
from ...dialects.ncnn.layers.gemm import GemmOp
from ..common.rebuild import rebuild
from ..common.rewrite import apply_patterns
from .building.layer_builder import LayerBuilder


class CropGemmOperands(RewritePattern):
    """Give Gemm the first row of each channel of a map, which is all that it reads."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: GemmOp, rewriter: PatternRewriter) -> None:
        maps = {
            name: value
            for name, value in (("a", op.a), ("b", op.b))
            if has_shape(value) and len(shape_of(value)) == 3 and shape_of(value)[1] > 1
        }
        if not maps:
            return
        layers = LayerBuilder(op, rewriter)
        rows = {name: layers.slice(value, 1, 0, 1) for name, value in maps.items()}
        rewriter.replace(op, rebuild(op, operands=rows))


class CropGemmOperandsPass(ModulePass):
    """
    Crop maps that Gemm takes for matrices of their first rows.

        ncnn.gemm %a, %b : tensor<4x3x8xf32>, ...
        -> %r = ncnn.crop slice %a starts [0] ends [1] axes [1] : ... -> tensor<4x1x8xf32>
           ncnn.gemm %r, %b : tensor<4x1x8xf32>, ...
    """

    name = "crop-gemm-operands"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        apply_patterns(op, CropGemmOperands())
