"""Turn a BinaryOp with a one-element constant into its scalar form."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import FloatAttr, ModuleOp, f32
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ...dialects.context import NcnncContext
from ...dialects.ncnn.base import has_shape, shape_of
from ...dialects.ncnn.elementwise import (
    BinaryOperator,
    BinaryOperatorAttr,
    BinaryOpOp,
    BinaryScalarOp,
)
from ...dialects.weight_store import WeightStore
from ..support.constants import constant_array
from ..support.locations import fuse_locations

SWAPPED_BY_NCNNOPTIMIZE = frozenset(
    BinaryOperator(name) for name in "add sub mul div max min".split()
)
"""The operators whose first operand ncnnoptimize replaces by a scalar."""


@dataclass(frozen=True)
class FoldScalarIntoBinaryOp(RewritePattern):
    """`op(x, [b])` becomes `op(x, b)`, `op([b], x)` becomes `swapped op(x, b)`."""

    weights: WeightStore
    compat: bool

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BinaryOpOp, rewriter: PatternRewriter):
        operator = op.operator.data
        if (value := self._scalar(op, op.rhs, op.lhs)) is not None:
            self._replace(op, operator, op.lhs, op.rhs.owner, value, rewriter)
            return
        if self.compat and operator not in SWAPPED_BY_NCNNOPTIMIZE:
            return
        if (value := self._scalar(op, op.lhs, op.rhs)) is not None:
            self._replace(op, operator.swapped, op.rhs, op.lhs.owner, value, rewriter)

    def _scalar(self, op: BinaryOpOp, constant: SSAValue, other: SSAValue) -> float | None:
        """
        The value of a constant of one element, unless its rank decides the rank of the result.
        """
        if not has_shape(constant):
            return None
        shape = shape_of(constant)
        if shape != (1,) and (self.compat or op.output.type != other.type):
            return None
        array = constant_array(constant, self.weights)
        return None if array is None or array.size != 1 else float(array.flat[0])

    def _replace(
        self,
        op: BinaryOpOp,
        operator: BinaryOperator,
        input: SSAValue,
        constant: object,
        value: float,
        rewriter: PatternRewriter,
    ) -> None:
        new_op = BinaryScalarOp.build(
            operands=[input],
            properties={
                "operator": BinaryOperatorAttr(operator),
                "scalar": FloatAttr(value, f32),
            },
            result_types=op.result_types,
        )
        assert isinstance(constant, Operation)
        new_op.location = fuse_locations(constant, op)
        rewriter.replace(op, new_op)


@dataclass(frozen=True)
class FuseMemorydataBinaryopPass(ModulePass):
    """
    Turn BinaryOps with a constant of one element into their scalar form, for every use of the
    constant.

        %b = ncnn.weight <"b"> dense<10.0> : tensor<1xf32>
        %y = ncnn.binaryop sub %b, %x   ->   %y = ncnn.binaryop_scalar rsub %x, 10.0

    A constant of higher rank folds too where it does not raise the rank of the result. With
    `compat` only what ncnnoptimize folds: vectors of one element, and as first operand only of add,
    sub, mul, div, max and min. Source: ncnnoptimize, `fuse_memorydata_binaryop`.
    """

    name = "fuse-memorydata-binaryop"

    compat: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        weights = ctx.weights if isinstance(ctx, NcnncContext) else WeightStore()
        pattern = FoldScalarIntoBinaryOp(weights, self.compat)
        PatternRewriteWalker(pattern, apply_recursively=False).rewrite_module(op)
