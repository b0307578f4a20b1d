"""Makes padding with a value other than zero a layer of its own."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import DenseArrayBase, FloatAttr, ModuleOp, f32, i64
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ...dialects.ncnn.base import has_shape, shape_of, tensor_type
from ...dialects.ncnn.layers.convolution import (
    ConvolutionBase,
    ConvolutionDepthWiseOp,
    ConvolutionOp,
)
from ...dialects.ncnn.layers.padding import PaddingKind, PaddingKindAttr, PaddingOp
from ...dialects.ncnn.spatial import zeros
from ..common.rebuild import rebuild


class PadBeforeConvolution(RewritePattern):
    """A convolution that pads with a value reads a blob that was padded before."""

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self, op: ConvolutionOp | ConvolutionDepthWiseOp, rewriter: PatternRewriter
    ) -> None:
        assert isinstance(op, ConvolutionBase)
        if not op.pad_value.value.data or not has_shape(op.input) or not has_shape(op.weight):
            return
        top, left, bottom, right = op.resolved_pads()
        channels, height, width = shape_of(op.input)
        padded = (channels, top + height + bottom, left + width + right)
        padding = PaddingOp.build(
            operands=[op.input, []],
            properties={
                "kind": PaddingKindAttr(PaddingKind.CONSTANT),
                "before": DenseArrayBase.from_list(i64, [0, top, left]),
                "after": DenseArrayBase.from_list(i64, [0, bottom, right]),
                "value": op.pad_value,
            },
            result_types=[tensor_type(padded)],
        )
        padding.location = op.location
        changes = {"pad": zeros(4), "pad_value": FloatAttr(0.0, f32)}
        copy = rebuild(op, operands={"input": padding.output}, properties=changes)
        rewriter.replace(op, [padding, copy])


@dataclass(frozen=True)
class ExpandPadValuePass(ModulePass):
    """
    Kernels pad with zeros; another value is padded explicitly.

        ncnn.convolution %x, %w pad [1, 1, 1, 1] pad_value 0.5 ...
        -> %p = ncnn.padding constant %x before [0, 1, 1] after [0, 1, 1] value 0.5 ...
           ncnn.convolution %p, %w ...
    """

    name = "expand-pad-value"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        PatternRewriteWalker(PadBeforeConvolution(), apply_recursively=False).rewrite_module(op)
