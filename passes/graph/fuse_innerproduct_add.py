"""Make an addition of constants part of the inner product before it."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ..common.remarks import Remarks
from ..common.rewrite import apply_patterns
from .linear.fuse_constant_patterns import FoldConstantTermIntoLinear


class FuseInnerproductAddPass(ModulePass):
    """
    Make an addition of constants part of the inner product before it: of its bias.

        %a = ncnn.innerproduct %x, %w bias %b
        %y = ncnn.binaryop add %a, %k
        ->
        %b2 = ncnn.binaryop add %b, %k
        %y = ncnn.innerproduct %x, %w bias %b2

    Source: ncnnoptimize, `fuse_innerproduct_add`, which folds through an activation, and loses the
    dimensions of a constant `n,1,1`.
    """

    name = "fuse-innerproduct-add"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        remarks = Remarks.of(ctx, self.name)
        apply_patterns(op, FoldConstantTermIntoLinear(remarks, InnerProductOp))
