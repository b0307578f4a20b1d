"""Turn a sum of scaled blobs into one weighted sum."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import DenseArrayBase, ModuleOp, f32
from xdsl.ir import OpResult, SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ...dialects.ncnn.base import has_shape
from ...dialects.ncnn.elementwise import (
    BinaryOperator,
    BinaryOpOp,
    BinaryScalarOp,
    EltwiseOp,
    EltwiseOperator,
    EltwiseOperatorAttr,
)
from ..support.locations import fuse_locations


class FuseScaledAddIntoEltwise(RewritePattern):
    """
    `x * s + y * t` becomes a sum with coefficients `[s, t]`; an unscaled operand has coefficient 1.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BinaryOpOp, rewriter: PatternRewriter):
        if op.operator.data != BinaryOperator.ADD or not has_shape(op.output):
            return
        if op.lhs.type != op.rhs.type:
            return
        scales = [_single_use_scale(value) for value in (op.lhs, op.rhs)]
        scaling_ops = [scale for scale in scales if scale is not None]
        if not scaling_ops:
            return
        inputs = [
            value if scale is None else scale.input
            for value, scale in zip((op.lhs, op.rhs), scales, strict=True)
        ]
        coeffs = [1.0 if scale is None else scale.scalar.value.data for scale in scales]
        new_op = EltwiseOp.build(
            operands=[inputs],
            properties={
                "operator": EltwiseOperatorAttr(EltwiseOperator.SUM),
                "coeffs": DenseArrayBase.from_list(f32, coeffs),
            },
            result_types=op.result_types,
        )
        new_op.location = fuse_locations(*scaling_ops, op)
        rewriter.replace(op, new_op)
        for scaling_op in scaling_ops:
            rewriter.erase(scaling_op)


def _single_use_scale(value: SSAValue) -> BinaryScalarOp | None:
    """The multiplication by a scalar that makes `value`, if nothing else reads it."""
    if not isinstance(value, OpResult) or not isinstance(value.op, BinaryScalarOp):
        return None
    is_scale = value.op.operator.data == BinaryOperator.MUL
    return value.op if is_scale and value.has_one_use() else None


@dataclass(frozen=True)
class FuseBinaryopEltwisePass(ModulePass):
    """
    Turn an addition of scaled blobs of one shape into a weighted sum.

        %a = ncnn.binaryop_scalar mul %x, 0.5
        %z = ncnn.binaryop add %a, %y   ->   %z = ncnn.eltwise sum %x, %y coeffs [0.5, 1.0]

    Source: ncnnoptimize, `fuse_binaryop_eltwise`, which forgets that Eltwise does not broadcast.
    """

    name = "fuse-binaryop-eltwise"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        walker = PatternRewriteWalker(FuseScaledAddIntoEltwise(), apply_recursively=False)
        walker.rewrite_module(op)
