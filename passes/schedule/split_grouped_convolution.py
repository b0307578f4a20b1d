"""Split convolutions of few, wide groups into one convolution per group."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from xdsl.context import Context
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, ModuleOp, TensorType, i64
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)
from xdsl.rewriter import InsertPoint

from ...dialects.element_types import element_of
from ...dialects.ncnn.layers.concat import ConcatOp
from ...dialects.ncnn.layers.convolution import ConvolutionDepthWiseOp, ConvolutionOp
from ...dialects.ncnn.layers.quantize import DequantizeOp, RequantizeOp
from ...dialects.ncnn.layers.slice import SliceOp
from ...dialects.ncnn.shapes import has_shape, shape_of
from ...dialects.target.records import Target
from ..common.constants import is_constant
from ..common.rebuild import rebuild
from ..common.target import target_of
from .cost.conv_shape import convolution_shape
from .cost.partial_sums import are_cheaper_apart

MOST_GROUPS = 8
"""Largest number of groups to split: each part is a separate kernel."""

Rescaling = DequantizeOp | RequantizeOp
Grouped = ConvolutionDepthWiseOp | Rescaling


@dataclass
class SplitIntoGroups(RewritePattern):
    """Replace wide groups by convolutions of parts of the input."""

    target: Target
    bfloat16: bool

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ConvolutionDepthWiseOp, rewriter: PatternRewriter) -> None:
        groups = op.groups
        if not 1 < groups <= MOST_GROUPS or op.int8_scale_term.value.data:
            return
        if not has_shape(op.output) or not is_constant(op.weight) or op.algorithm is not None:
            return
        rescaling = rescaling_of(op)
        if (op.sums_integers and rescaling is None) or not self.are_worth_it(op):
            return
        last = op if rescaling is None else rescaling
        rewriter.insertion_point = InsertPoint.before(last)
        results = self.parts(op, split(rewriter, op, op.input, groups), rewriter)
        if rescaling is not None:
            results = self.parts(rescaling, results, rewriter)
        whole = ConcatOp.build(
            operands=[results],
            properties={"axis": IntegerAttr(0, i64)},
            result_types=[last.output.type],
        )
        whole.location = last.location
        rewriter.replace(last, whole)
        if rescaling is not None:
            rewriter.erase(op)

    def parts(
        self, op: Grouped, inputs: list[SSAValue], rewriter: PatternRewriter
    ) -> list[SSAValue]:
        """Return the results of an op on the inputs of each group, with its share of the others."""
        shares = {
            name: split(rewriter, op, value, len(inputs))
            for name, value in zip(op.operand_names(), op.operands, strict=True)
            if name != "input"
        }
        count, *size = shape_of(op.output)
        type = TensorType(element_of(op.output.type), (count // len(inputs), *size))
        results: list[SSAValue] = []
        for number, x in enumerate(inputs):
            operands = {"input": x, **{name: of[number] for name, of in shares.items()}}
            if isinstance(op, ConvolutionDepthWiseOp):
                part = dense_convolution(op, operands, type)
            else:
                part = rebuild(op, operands=operands, result_type=type)
            results.append(rewriter.insert(part).output)
        return results

    def are_worth_it(self, op: ConvolutionDepthWiseOp) -> bool:
        """Return whether groups are whole vectors, or cheap enough to outweigh copies."""
        lanes = self.target.lanes
        widths = [shape_of(v)[0] // op.groups for v in (op.input, op.output)]
        taps = prod(shape_of(op.weight)[2:])
        whole = not any(width % lanes for width in widths)
        if whole or (taps > 1 and min(widths) >= lanes):
            return True
        if self.bfloat16 or op.sums_integers:
            return False
        return are_cheaper_apart(convolution_shape(op), op.groups, self.target)


KEPT_PROPERTIES = (
    "stride",
    "dilation",
    "pad",
    "pad_value",
    "activation",
    "activation_params",
)


def dense_convolution(
    op: ConvolutionDepthWiseOp, operands: Mapping[str, SSAValue], type: TensorType
) -> ConvolutionOp:
    """Return the convolution of one group."""
    bias = [operands["bias"]] if "bias" in operands else []
    part = ConvolutionOp.build(
        operands=[operands["input"], operands["weight"], bias, [], [], [], []],
        properties={n: op.properties[n] for n in KEPT_PROPERTIES if n in op.properties},
        attributes=op.attributes,
        regions=[[]],
        result_types=[type],
    )
    part.location = op.location
    return part


def rescaling_of(op: ConvolutionDepthWiseOp) -> Rescaling | None:
    """Return the only reader of integer sums, if that rescales them by channel."""
    readers = [use.operation for use in op.output.uses]
    if len(readers) != 1 or not isinstance(readers[0], Rescaling):
        return None
    return readers[0] if op.sums_integers and readers[0].vector_axis == 0 else None


def split(rewriter: PatternRewriter, op: Operation, value: SSAValue, groups: int) -> list[SSAValue]:
    """Split a value's outermost axis into equal parts; a single number is for all."""
    count, *rest = shape_of(value)
    if count == 1:
        return [value] * groups
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


@dataclass(frozen=True)
class SplitGroupedConvolutionPass(ModulePass):
    """
    Make each group a separate convolution, on views of the input if groups are whole vectors, or on
    copies by lane if other groups are wide enough.

        %y = ncnn.convolution_depthwise %x, %w group 2 ... : tensor<64x9x9xf32>, ...
        -> %a, %b = ncnn.slice %x sizes [32, 32] ...
           %c = ncnn.convolution %a, %w0 ...
           %d = ncnn.convolution %b, %w1 ...
           %y = ncnn.concat %c, %d ...

    All algorithms are then available. In int8, the only reader of the sums, which rescales them, is
    split with them. Slices and concatenations of whole vectors copy nothing.
    Groups whose outputs leave lanes unused are split if sums in parts use these lanes, which
    outweighs copies; not with `bfloat16`, which states that weights will be rounded to it.
    """

    name = "split-grouped-convolution"
    bfloat16: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        pattern = SplitIntoGroups(target_of(op), self.bfloat16)
        PatternRewriteWalker(pattern, apply_recursively=False).rewrite_module(op)
