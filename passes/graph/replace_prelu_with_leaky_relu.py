"""Turn a PReLU with equal slopes into a leaky ReLU."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from xdsl.dialects.builtin import FloatAttr, f32
from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.ncnn.layers.activation import PReLUOp, ReLUOp
from ...dialects.weight_store import WeightStore
from ..common.constants import constant_array
from ..common.rebuild import attributes_for_other_type
from ..common.remarks import GraphPattern
from ..common.rewrite import RewritePass


@dataclass(frozen=True)
class ReplacePReLUOfEqualSlopes(GraphPattern):
    """A PReLU whose slopes all have one value is a ReLU with that slope."""

    weights: WeightStore

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: PReLUOp, rewriter: PatternRewriter):
        slopes = constant_array(op.slope, self.weights)
        if slopes is None:
            self.remarks.declined("its slopes are no constants, or not at hand", op)
            return
        if not np.all(slopes == slopes.flat[0]):
            self.remarks.declined("its slopes differ", op)
            return
        self.remarks.made(op)
        new_op = ReLUOp.build(
            operands=[op.input],
            properties={"slope": FloatAttr(float(slopes.flat[0]), f32)},
            attributes=attributes_for_other_type(op),
            result_types=op.result_types,
        )
        new_op.location = op.location
        rewriter.replace(op, new_op)


class ReplacePreluWithLeakyReluPass(RewritePass):
    """
    Turn PReLUs with one slope, or with equal slopes, into leaky ReLUs.

        %y = ncnn.prelu %x, %s   ->   %y = ncnn.relu %x slope 0.25

    Source: ncnnoptimize, `replace_prelu_with_leaky_relu` (one slope only).
    """

    name = "replace-prelu-with-leaky-relu"
    PATTERNS = (ReplacePReLUOfEqualSlopes,)
