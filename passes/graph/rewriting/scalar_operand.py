"""Find BinaryOps with a constant scalar operand."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from math import isfinite, prod

import numpy as np
from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ....dialects.ncnn.internal.weight import WeightOp
from ....dialects.ncnn.layers.binaryop import BinaryOperator, BinaryOpOp, BinaryScalarOp
from ....dialects.ncnn.layers.split import source_of
from ....dialects.weight_store import WeightStore
from ...common.constants import constant_array
from ...common.locations import fuse_locations
from ...common.remarks import GraphPattern
from .splits import erase_unread


@dataclass(frozen=True)
class FoldScalarPattern(GraphPattern):
    """
    `op(x, [b])` becomes `op(x, b)`, `op([b], x)` becomes `swapped op(x, b)`.

    Each use of a constant is decided alone, behind splits too, and all are folded; a constant goes
    with its last use.
    """

    weights: WeightStore

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BinaryOpOp, rewriter: PatternRewriter):
        if not self._fold(op, op.rhs, rewriter):
            self._fold(op, op.lhs, rewriter, is_first=True)

    @abstractmethod
    def reason_against(
        self, operator: BinaryOperator, other: SSAValue, constant: WeightOp, is_first: bool
    ) -> str | None:
        """Why a one-element constant operand stays; None if it is folded."""

    def _fold(
        self,
        op: BinaryOpOp,
        operand: SSAValue,
        rewriter: PatternRewriter,
        is_first: bool = False,
    ) -> bool:
        """Make an operand the scalar of `op` if it is a constant of one element; whether it is."""
        other = op.rhs if is_first else op.lhs
        operator = op.operator.data
        source = source_of(operand)
        constant = source.owner
        if not isinstance(constant, WeightOp) or prod(constant.output.type.get_shape()) != 1:
            return False
        array = constant_array(source, self.weights)
        reason = self.reason_against(operator, other, constant, is_first) or why_not_scalar(array)
        if reason is not None:
            self.remarks.declined(reason, constant, op)
            return False
        assert array is not None
        self.remarks.made(constant, op)
        operator = operator.swapped if is_first else operator
        new_op = BinaryScalarOp.of(operator, other, float(array.flat[0]), op.results[0].type)
        new_op.attributes |= op.attributes
        new_op.location = fuse_locations(op, constant)
        rewriter.replace(op, new_op)
        erase_unread(operand, rewriter)
        return True


def why_not_scalar(array: np.ndarray | None) -> str | None:
    """Why the one element of a constant is no parameter of a layer; None if it can be one."""
    if array is None:
        return "the constant is not float32, or its value is not at hand"
    value = float(array.flat[0])
    return None if isfinite(value) else f"{value} cannot be said in the text of a model"
