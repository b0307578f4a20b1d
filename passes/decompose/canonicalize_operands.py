"""Bring operands of layers into the form that the lowering expects."""

from __future__ import annotations

from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.ncnn.layers.convolution import ConvolutionBase
from ...dialects.ncnn.layers.gemm import GemmOp
from ...dialects.ncnn.layers.normalization import ScaleOp
from ...dialects.ncnn.layers.spectrogram import SpectrogramOp
from ...dialects.ncnn.shapes import has_shape, shape_of
from ..common.rebuild import rebuild
from ..common.rewrite import RewritePass
from .building.replacement_builder import ReplacementBuilder


class TakeRowsOfGemm(RewritePattern):
    """Crop a map to the rows that Gemm reads: the first row of each channel."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: GemmOp, rewriter: PatternRewriter) -> None:
        maps = {
            name: value
            for name, value in (("a", op.a), ("b", op.b))
            if has_shape(value) and len(shape_of(value)) == 3 and shape_of(value)[1] > 1
        }
        if not maps:
            return
        layers = ReplacementBuilder(op, rewriter)
        rows = {name: layers.slice(value, 1, 0, 1) for name, value in maps.items()}
        rewriter.replace(op, rebuild(op, operands=rows))


class TakeTermOfGemm(RewritePattern):
    """Crop C to its first element if Gemm adds only that one."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: GemmOp, rewriter: PatternRewriter) -> None:
        if op.c is None or not has_shape(op.c) or len(shape_of(op.c)) == 1:
            return
        if op.c_axes() != (None, None):
            return
        layers, c = ReplacementBuilder(op, rewriter), op.c
        for axis in range(len(shape_of(c))):
            c = layers.slice(c, axis, 0, 1)
        rewriter.replace(op, rebuild(op, operands={"c": layers.reshape(c, (1,))}))


class TakeImageOfConvolution(RewritePattern):
    """Crop a volume to the image at depth 0 if a convolution reads only that."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ConvolutionBase, rewriter: PatternRewriter) -> None:
        if not has_shape(op.input) or not op.is_volume:
            return
        layers, shape = ReplacementBuilder(op, rewriter), op.spatial_input_shape
        image = layers.reshape(layers.slice(op.input, 1, 0, 1), shape)
        rewriter.replace(op, rebuild(op, operands={"input": image}))


class TakeRowOfSpectrogram(RewritePattern):
    """Crop a matrix or map to its first row, as a vector, for Spectrogram."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: SpectrogramOp, rewriter: PatternRewriter) -> None:
        if not has_shape(op.input) or len(shape_of(op.input)) == 1:
            return
        layers, x = ReplacementBuilder(op, rewriter), op.input
        *axes, width = shape_of(x)
        for axis in range(len(axes)):
            x = layers.slice(x, axis, 0, 1)
        signal = layers.reshape(x, (width,))
        rewriter.replace(op, rebuild(op, operands={"input": signal}))


class FlattenScale(RewritePattern):
    """Flatten the factors of Scale to a vector; its second result is kept."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ScaleOp, rewriter: PatternRewriter) -> None:
        if not has_shape(op.scale) or op.has_vector_scale:
            return
        layers = ReplacementBuilder(op, rewriter)
        factors = layers.reshape(op.scale, shape_of(op.input)[:1])
        flat = ScaleOp.build(operands=[op.input, factors, []], result_types=[op.output.type, []])
        layers.insert(flat)
        results: list[SSAValue] = [flat.output]
        rewriter.replace(op, [], results if op.scale_output is None else [*results, op.scale])


class CanonicalizeOperandsPass(RewritePass):
    """
    Bring operands of layers into the form that their lowering expects: crop unread elements, and
    remove axes of extent 1.

        %y = ncnn.convolution %x, %w : tensor<8x3x5x5xf32>, ...
        -> %d = ncnn.crop slice %x starts [0] ends [1] axes [1] : ... -> tensor<8x1x5x5xf32>
           %i = ncnn.reshape %d shape [8, 5, 5] : ...
           %y = ncnn.convolution %i, %w : tensor<8x5x5xf32>, ...

    Likewise for maps that Gemm reads as matrices of their first rows, or whose first element it
    adds; for matrices and maps whose first row Spectrogram transforms; for factors `c,1` of Scale.
    """

    name = "canonicalize-operands"
    PATTERNS = (
        TakeRowsOfGemm,
        TakeTermOfGemm,
        TakeImageOfConvolution,
        TakeRowOfSpectrogram,
        FlattenScale,
    )
