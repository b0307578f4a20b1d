"""Fuse the ops between two int8 layers into one requantize."""

from __future__ import annotations

from xdsl.dialects.builtin import i8
from xdsl.ir import OpResult
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern

from ...dialects.element_types import element_of
from ...dialects.ncnn.layers.quantize import DequantizeOp, QuantizeOp, RequantizeOp
from ...dialects.ncnn.shapes import shape_of
from ..common.locations import fuse_locations
from ..common.rewrite import RewritePass


class FuseDequantizeQuantize(RewritePattern):
    """Fuse a dequantize with a quantize that is its only user."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: QuantizeOp, rewriter: PatternRewriter) -> None:
        if element_of(op.output.type) != i8 or not isinstance(op.input, OpResult):
            return
        source = op.input.op
        if not isinstance(source, DequantizeOp) or not source.output.has_one_use():
            return
        if op.vector_axis != source.vector_axis and shape_of(op.scale) != (1,):
            return
        requantize = RequantizeOp.build(
            operands=[
                source.input,
                source.scale,
                op.scale,
                [] if source.bias is None else [source.bias],
            ],
            properties={
                "activation": source.activation,
                "activation_params": source.activation_params,
                "axis": source.axis,
            },
            result_types=[op.output.type],
        )
        requantize.location = fuse_locations(source, op)
        rewriter.replace(op, requantize)
        rewriter.erase(source)


class FuseRequantizePass(RewritePass):
    """
    Fuse a dequantize and its only reader, a quantize, to a requantize, so that blobs between int8
    layers are int8 in memory.

        %y = ncnn.dequantize %a, %f bias %b activation relu : ... -> tensor<16x4x4xf32>
        %q = ncnn.quantize %y, %s : ... -> tensor<16x4x4xi8>
        ->
        %q = ncnn.requantize %a, %f, %s bias %b activation relu : ... -> tensor<16x4x4xi8>
    """

    name = "fuse-requantize"
    PATTERNS = (FuseDequantizeQuantize,)
