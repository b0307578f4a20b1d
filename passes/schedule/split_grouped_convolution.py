"""Split convolutions of few, wide groups into one convolution per group."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from xdsl.context import Context
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, ModuleOp, TensorType, i64
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ...dialects.element_types import element_of
from ...dialects.ncnn.layers.concat import ConcatOp
from ...dialects.ncnn.layers.convolution import ConvolutionDepthWiseOp, ConvolutionOp
from ...dialects.ncnn.layers.slice import SliceOp
from ...dialects.ncnn.shapes import has_shape, shape_of, tensor_type
from ..common.constants import is_constant
from ..common.target import target_of

MOST_GROUPS = 8
"""Largest number of groups to split: each part is a separate kernel."""


@dataclass
class SplitIntoGroups(RewritePattern):
    """Replace wide groups by convolutions of parts of the input."""

    lanes: int

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ConvolutionDepthWiseOp, rewriter: PatternRewriter) -> None:
        groups = op.groups
        if not 1 < groups <= MOST_GROUPS or op.int8_scale_term.value.data or op.sums_integers:
            return
        if not has_shape(op.output) or not is_constant(op.weight) or op.algorithm is not None:
            return
        if not self.are_worth_it(op):
            return
        parts = split(rewriter, op, op.input, groups)
        weights = split(rewriter, op, op.weight, groups)
        biases = split(rewriter, op, op.bias, groups) if op.bias is not None else [None] * groups
        outputs, *size = shape_of(op.output)
        type = tensor_type((outputs // groups, *size))
        results: list[SSAValue] = []
        for x, weight, bias in zip(parts, weights, biases, strict=True):
            bias_operand = [bias] if bias is not None else []
            part = ConvolutionOp.build(
                operands=[x, weight, bias_operand, [], [], [], []],
                properties={n: op.properties[n] for n in KEPT_PROPERTIES if n in op.properties},
                attributes=op.attributes,
                regions=[[]],
                result_types=[type],
            )
            part.location = op.location
            rewriter.insert(part)
            results.append(part.output)
        whole = ConcatOp.build(
            operands=[results],
            properties={"axis": IntegerAttr(0, i64)},
            result_types=[op.output.type],
        )
        whole.location = op.location
        rewriter.replace(op, whole)

    def are_worth_it(self, op: ConvolutionDepthWiseOp) -> bool:
        """Return whether groups are whole vectors, or wide enough to outweigh copies."""
        widths = [shape_of(v)[0] // op.groups for v in (op.input, op.output)]
        taps = prod(shape_of(op.weight)[2:])
        whole = not any(width % self.lanes for width in widths)
        return whole or (taps > 1 and min(widths) >= self.lanes)


KEPT_PROPERTIES = (
    "stride",
    "dilation",
    "pad",
    "pad_value",
    "activation",
    "activation_params",
)


def split(
    rewriter: PatternRewriter, op: ConvolutionDepthWiseOp, value: SSAValue, groups: int
) -> list[SSAValue]:
    """Split a value's outermost axis into equal parts."""
    count, *rest = shape_of(value)
    part = TensorType(element_of(value.type), (count // groups, *rest))
    slice_ = SliceOp.build(
        operands=[value],
        properties={
            "sizes": DenseArrayBase.from_list(i64, [count // groups] * groups),
            "axis": IntegerAttr(0, i64),
        },
        result_types=[[part] * groups],
    )
    slice_.location = op.location
    rewriter.insert(slice_)
    return list(slice_.outputs)


class SplitGroupedConvolutionPass(ModulePass):
    """
    Make each group a separate convolution, on views of the input if groups are whole vectors, or on
    copies by lane if other groups are wide enough.

        %y = ncnn.convolution_depthwise %x, %w group 2 ... : tensor<64x9x9xf32>, ...
        -> %a, %b = ncnn.slice %x sizes [32, 32] ...
           %c = ncnn.convolution %a, %w0 ...
           %d = ncnn.convolution %b, %w1 ...
           %y = ncnn.concat %c, %d ...

    All algorithms are then available. Slices and concatenations of whole vectors copy nothing.
    """

    name = "split-grouped-convolution"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        pattern = SplitIntoGroups(target_of(op).lanes)
        PatternRewriteWalker(pattern, apply_recursively=False).rewrite_module(op)
