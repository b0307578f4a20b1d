"""Expand padding by a nonzero value into a Padding layer."""

from __future__ import annotations

from xdsl.dialects.builtin import FloatAttr, TensorType, f32
from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ...dialects.constraints import int_array
from ...dialects.element_types import element_of
from ...dialects.ncnn.families.convolution_nd import ScheduledConvolution
from ...dialects.ncnn.families.spatial import zeros
from ...dialects.ncnn.layers.padding import PaddingKind, PaddingKindAttr, PaddingOp
from ...dialects.ncnn.shapes import has_shape, shape_of
from ..common.rebuild import rebuild
from ..common.rewrite import RewritePass


class PadBeforeConvolution(RewritePattern):
    """Pad the input of a convolution explicitly."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not isinstance(op, ScheduledConvolution) or not op.pad_value.value.data:
            return
        if not has_shape(op.input) or not has_shape(op.weight):
            return
        channels, *size = shape_of(op.input)
        pads, axes = op.resolved_pads(), len(size)
        before, after = pads[:axes], pads[axes:]
        extents = (b + n + a for b, n, a in zip(before, size, after, strict=True))
        others = [0] * (3 - axes)
        padding = PaddingOp.build(
            operands=[op.input, []],
            properties={
                "kind": PaddingKindAttr(PaddingKind.CONSTANT),
                "before": int_array([*others, *before]),
                "after": int_array([*others, *after]),
                "value": op.pad_value,
            },
            result_types=[TensorType(element_of(op.input.type), (channels, *extents))],
        )
        padding.location = op.location
        changes = {"pad": zeros(2 * axes), "pad_value": FloatAttr(0.0, f32)}
        copy = rebuild(op, operands={"input": padding.output}, properties=changes)
        rewriter.replace(op, [padding, copy])


class ExpandPadValuePass(RewritePass):
    """
    Insert a Padding for values other than the zeros with which kernels pad.

        ncnn.convolution %x, %w pad [1, 1, 1, 1] pad_value 0.5 ...
        -> %p = ncnn.padding constant %x before [0, 1, 1] after [0, 1, 1] value 0.5 ...
           ncnn.convolution %p, %w ...
    """

    name = "expand-pad-value"
    PATTERNS = (PadBeforeConvolution,)
