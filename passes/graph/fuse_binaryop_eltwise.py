"""Turn a sum of scaled blobs into one weighted sum."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import DenseArrayBase, f32
from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter, op_type_rewrite_pattern

from ...dialects.ncnn.layers.binaryop import BinaryOperator, BinaryOpOp, BinaryScalarOp
from ...dialects.ncnn.layers.eltwise import EltwiseOp, EltwiseOperator, EltwiseOperatorAttr
from ...dialects.ncnn.shapes import has_shape
from ..common.locations import fuse_locations
from ..common.remarks import GraphPattern
from ..common.rewrite import RewritePass


class FuseScaledAddIntoEltwise(GraphPattern):
    """
    `x * s + y * t` becomes a sum with coefficients `[s, t]`; an unscaled operand has coefficient 1.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: BinaryOpOp, rewriter: PatternRewriter):
        if op.operator.data != BinaryOperator.ADD:
            return
        scales = [scaling_of(value) for value in (op.lhs, op.rhs)]
        candidates = [scale for scale in scales if scale is not None]
        if not candidates:
            return
        if (reason := reason_against(op, candidates)) is not None:
            self.remarks.declined(reason, *dict.fromkeys(candidates), op)
            return
        # Others may read one of the products: it stays, and is added with coefficient 1.
        scales = [s if s is not None and s.output.has_one_use() else None for s in scales]
        merged = [scale for scale in scales if scale is not None]
        self.remarks.made(*merged, op)
        new_op = EltwiseOp.build(
            operands=[
                [
                    value if scale is None else scale.input
                    for value, scale in zip((op.lhs, op.rhs), scales, strict=True)
                ]
            ],
            properties={
                "operator": EltwiseOperatorAttr(EltwiseOperator.SUM),
                "coeffs": DenseArrayBase.from_list(
                    f32, [1.0 if s is None else s.scalar.value.data for s in scales]
                ),
            },
            attributes=op.attributes,
            result_types=op.result_types,
        )
        new_op.location = fuse_locations(op, *merged)
        rewriter.replace(op, new_op)
        for scale in merged:
            rewriter.erase(scale)


def scaling_of(value: SSAValue) -> BinaryScalarOp | None:
    """Return the multiplication by a scalar that makes `value`."""
    op = value.owner
    if isinstance(op, BinaryScalarOp) and op.operator.data == BinaryOperator.MUL:
        return op
    return None


def reason_against(op: BinaryOpOp, scales: Sequence[BinaryScalarOp]) -> str | None:
    """Why the addition of scaled blobs is no weighted sum; None if it is one."""
    if not any(scale.output.has_one_use() for scale in scales):
        return "the scaled blob has other users"
    if not has_shape(op.lhs) or not has_shape(op.rhs):
        return "the operands may differ in shape, and Eltwise does not broadcast"
    if op.lhs.type != op.rhs.type:
        return "the operands differ in shape, and Eltwise does not broadcast"
    return None


class FuseBinaryopEltwisePass(RewritePass):
    """
    Turn an addition of scaled blobs of one shape into a weighted sum.

        %a = ncnn.binaryop_scalar mul %x, 0.5
        %z = ncnn.binaryop add %a, %y   ->   %z = ncnn.eltwise sum %x, %y coeffs [0.5, 1.0]

    Source: ncnnoptimize, `fuse_binaryop_eltwise`, which forgets that Eltwise does not broadcast.
    """

    name = "fuse-binaryop-eltwise"
    PATTERNS = (FuseScaledAddIntoEltwise,)
