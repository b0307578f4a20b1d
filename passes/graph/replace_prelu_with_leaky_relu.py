"""Turn a PReLU whose slopes are equal into a leaky ReLU."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import FloatAttr, ModuleOp, f32
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ...dialects.context import NcnncContext
from ...dialects.ncnn.activation import PReLUOp, ReLUOp
from ...dialects.weight_store import WeightStore
from ..support.constants import constant_array


@dataclass(frozen=True)
class ReplacePReLUOfEqualSlopes(RewritePattern):
    """A PReLU whose slopes all have one value is a ReLU with that slope."""

    weights: WeightStore

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: PReLUOp, rewriter: PatternRewriter):
        slopes = constant_array(op.slope, self.weights)
        if slopes is None or not np.all(slopes == slopes.flat[0]):
            return
        new_op = ReLUOp.build(
            operands=[op.input],
            properties={"slope": FloatAttr(float(slopes.flat[0]), f32)},
            result_types=op.result_types,
        )
        new_op.location = op.location
        rewriter.replace(op, new_op)


@dataclass(frozen=True)
class ReplacePreluWithLeakyReluPass(ModulePass):
    """
    Turn PReLUs with one slope, or with equal slopes, into leaky ReLUs.

        %y = ncnn.prelu %x, %s   ->   %y = ncnn.relu %x slope 0.25

    Source: ncnnoptimize, `replace_prelu_with_leaky_relu` (one slope only).
    """

    name = "replace-prelu-with-leaky-relu"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        weights = ctx.weights if isinstance(ctx, NcnncContext) else WeightStore()
        walker = PatternRewriteWalker(ReplacePReLUOfEqualSlopes(weights), apply_recursively=False)
        walker.rewrite_module(op)
