"""Turn a BinaryOp with a one-element constant into its scalar form."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import RewritePattern

from ...dialects.context import ncnnc_context
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.layers.binaryop import BinaryOperator
from ..common.remarks import Remarks
from ..common.rewrite import RewritePass
from .rewriting.scalar_operand import FoldScalarPattern

SWAPPED_BY_NCNNOPTIMIZE = frozenset(
    BinaryOperator(name) for name in "add sub mul div max min".split()
)
"""Operators whose first operand ncnnoptimize replaces by a scalar."""


@dataclass(frozen=True)
class FoldVectorOfOneIntoBinaryOp(FoldScalarPattern):
    """Fold constants of rank 1, which never change the shape of the other operand."""

    compat: bool

    def reason_against(
        self, operator: BinaryOperator, other: SSAValue, constant: WeightOp, is_first: bool
    ) -> str | None:
        rank = len(constant.output.type.get_shape())
        if rank != 1:
            return f"the constant has {rank} dimensions, which may raise the rank of the result"
        if self.compat and is_first and operator not in SWAPPED_BY_NCNNOPTIMIZE:
            return f"ncnnoptimize keeps {operator.value} with the constant as first operand"
        return None


@dataclass(frozen=True)
class FuseMemorydataBinaryopPass(RewritePass):
    """
    Turn BinaryOps with a constant vector of one element into their scalar form.

        %b = ncnn.weight <"b"> dense<10.0> : tensor<1xf32>
        %y = ncnn.binaryop sub %b, %x   ->   %y = ncnn.binaryop_scalar rsub %x, 10.0

    Every use of the constant, as either operand of any operator, with the bits that it has. With
    `compat` only what ncnnoptimize folds: as first operand only of add, sub, mul, div, max and min.
    Source: ncnnoptimize, `fuse_memorydata_binaryop`.
    """

    name = "fuse-memorydata-binaryop"

    compat: bool = False

    def patterns(self, ctx: Context, module: ModuleOp) -> list[RewritePattern]:
        remarks, weights = Remarks.of(ctx, self.name), ncnnc_context(ctx).weights
        return [FoldVectorOfOneIntoBinaryOp(remarks, weights, self.compat)]
