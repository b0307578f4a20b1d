"""Products of matrices that become int8 on the way, as products of what is left of them."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, UnitAttr, i64
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)

from ...dialects.ncnn.base import NcnnOp, has_shape, shape_of, tensor_type
from ...dialects.ncnn.layers.elementwise import (
    BinaryOperator,
    BinaryOperatorAttr,
    BinaryOpOp,
    BinaryScalarOp,
    UnaryOperator,
    UnaryOperatorAttr,
    UnaryOpOp,
)
from ...dialects.ncnn.layers.gemm import LARGEST_INT8, SMALLEST_SCALED, GemmOp
from ...dialects.ncnn.layers.reduction import (
    ReductionKind,
    ReductionKindAttr,
    ReductionOp,
)
from ...dialects.properties import int_array
from ..common.rebuild import rebuild


@dataclass
class Rounding:
    """Builds the ops that round an operand before a Gemm."""

    gemm: GemmOp
    rewriter: PatternRewriter

    def insert(self, op: NcnnOp) -> SSAValue:
        """Insert an op before the Gemm; its result."""
        op.location = self.gemm.location
        self.rewriter.insert(op)
        return op.results[0]

    def unary(self, operator: UnaryOperator, x: SSAValue) -> SSAValue:
        """`operator(x)`"""
        properties = {"operator": UnaryOperatorAttr(operator)}
        return self.insert(
            UnaryOpOp.build(operands=[x], properties=properties, result_types=[x.type])
        )

    def scalar(self, operator: BinaryOperator, x: SSAValue, value: float) -> SSAValue:
        """`operator(x, value)`"""
        return self.insert(BinaryScalarOp.of(operator, x, value))

    def binary(self, operator: BinaryOperator, x: SSAValue, y: SSAValue) -> SSAValue:
        """`operator(x, y)`, of the shape of `x`."""
        properties = {"operator": BinaryOperatorAttr(operator)}
        return self.insert(
            BinaryOpOp.build(operands=[x, y], properties=properties, result_types=[x.type])
        )

    def maximum(self, x: SSAValue, axes: list[int]) -> SSAValue:
        """The maxima over axes, which stay with extent 1."""
        shape = [1 if axis in axes else n for axis, n in enumerate(shape_of(x))]
        return self.insert(
            ReductionOp.build(
                operands=[x],
                properties={
                    "kind": ReductionKindAttr(ReductionKind.MAX),
                    "axes": int_array(axes),
                    "keepdims": UnitAttr(),
                },
                result_types=[tensor_type(shape)],
            )
        )

    def rounded(self, x: SSAValue, axes: list[int]) -> SSAValue:
        """
        What is left of `x` after int8, with one scale for all along `axes`.

        `sign(x) * min(floor(|x| * s + 1/2), 127) / s` with `s = 127 / max |x|`: halves go away from
        zero.
        """
        size = self.unary(UnaryOperator.ABS, x)
        largest = self.scalar(BinaryOperator.MAX, self.maximum(size, axes), SMALLEST_SCALED)
        scale = self.scalar(BinaryOperator.RDIV, largest, LARGEST_INT8)
        steps = self.scalar(BinaryOperator.ADD, self.binary(BinaryOperator.MUL, size, scale), 0.5)
        whole = self.unary(UnaryOperator.FLOOR, steps)
        bounded = self.scalar(BinaryOperator.MIN, whole, LARGEST_INT8)
        size = self.binary(BinaryOperator.DIV, bounded, scale)
        return self.binary(BinaryOperator.MUL, size, self.unary(UnaryOperator.SIGN, x))


@dataclass(frozen=True)
class RoundInputsOfGemm(RewritePattern):
    """Round both operands of a Gemm in float32, and multiply in float32."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: GemmOp, rewriter: PatternRewriter) -> None:
        if not op.quantizes_inputs or not has_shape(op.a) or not has_shape(op.b):
            return
        rounding = Rounding(op, rewriter)
        row_axis = 0 if op.transpose_a is None else len(shape_of(op.a)) - 1
        along_row = [axis for axis in range(len(shape_of(op.a))) if axis != row_axis]
        operands = {
            "a": rounding.rounded(op.a, along_row),
            "b": rounding.rounded(op.b, list(range(len(shape_of(op.b))))),
        }
        float32 = {"quantize_term": IntegerAttr(0, i64)}
        rewriter.replace(op, rebuild(op, operands=operands, properties=float32))


@dataclass(frozen=True)
class ExpandInt8GemmPass(ModulePass):
    """
    Compute in float32 what a Gemm that makes int8 of its inputs computes: every sum of products of
    int8 numbers is that of the numbers they stand for, but for rounding.

        %y = ncnn.gemm %a, %b quantize_term 2
        ->
        %r = ...                                // a, each row rounded to 127 steps of its maximum
        %s = ...                                // b, rounded to 127 steps of its maximum
        %y = ncnn.gemm %r, %s

    Source: ncnn, gemm.cpp, `forward_int8`.
    """

    name = "expand-int8-gemm"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        walker = PatternRewriteWalker(RoundInputsOfGemm(), apply_recursively=False)
        walker.rewrite_module(op)
