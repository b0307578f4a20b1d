"""Make an activation part of the inner product before it."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ..common.remarks import Remarks
from ..common.rewrite import apply_patterns
from .linear.fuse_activation_patterns import FuseActivationIntoLinear


class FuseInnerproductActivationPass(ModulePass):
    """
    Make ReLU (leaky too), Clip, Sigmoid, Mish and HardSwish part of the inner product before them.

        %a = ncnn.innerproduct %x, %w
        %y = ncnn.relu %a   ->   %y = ncnn.innerproduct %x, %w activation relu

    Source: ncnnoptimize, `fuse_innerproduct_activation`, which overwrites an activation that is
    there.
    """

    name = "fuse-innerproduct-activation"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        remarks = Remarks.of(ctx, self.name)
        apply_patterns(op, FuseActivationIntoLinear(remarks, InnerProductOp))
