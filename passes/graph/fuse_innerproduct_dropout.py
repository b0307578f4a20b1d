"""Make the scale of a Dropout part of the inner product before it."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ..common.remarks import Remarks
from ..common.rewrite import apply_patterns
from .linear.fuse_scalar_patterns import FoldDropoutIntoLinear


class FuseInnerproductDropoutPass(ModulePass):
    """
    Make a dropout that scales (what caffe's networks have) part of the inner product before it.

        %a = ncnn.innerproduct %x, %w activation relu
        %y = ncnn.dropout %a scale 0.5
        ->
        %w2 = ncnn.dropout %w scale 0.5
        %y = ncnn.innerproduct %x, %w2 activation relu

    Source: ncnnoptimize, `fuse_innerproduct_dropout`, which scales through any activation.
    """

    name = "fuse-innerproduct-dropout"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        remarks = Remarks.of(ctx, self.name)
        apply_patterns(op, FoldDropoutIntoLinear(remarks, InnerProductOp))
