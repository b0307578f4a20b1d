"""Make scalar arithmetic, differences and divisions part of the linear layer before them."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialects.context import ncnnc_context
from ...dialects.ncnn.families.linear import LinearOp
from ..common.remarks import Remarks
from ..common.rewrite import apply_patterns
from .linear.fuse_constant_patterns import (
    FoldConstantDifferenceIntoLinear,
    FoldConstantDivisorIntoLinear,
    FoldConstantEltwiseIntoLinear,
)
from .linear.fuse_positive_patterns import (
    FoldPositiveFactorThroughReLU,
    FoldPositiveScaleThroughReLU,
)
from .linear.fuse_scalar_patterns import FoldDropoutIntoLinear, FoldScalarIntoLinear


class FuseAffinePass(ModulePass):
    """
    Make any `factor * x + term`, with scalars or constants for each channel, part of the linear
    layer before it, where no pass of a layer's own does: scalar BinaryOps, differences, divisions,
    negation, Power without a power, Dropout, Eltwise with a constant.

        %a = ncnn.convolution %x, %w bias %b
        %y = ncnn.binaryop sub %k, %a
        ->
        %w2 = ncnn.binaryop_scalar mul %w, -1.0
        %b2 = ncnn.binaryop sub %k, %b
        %y = ncnn.convolution %x, %w2 bias %b2

    Positive factors also go through a ReLU that the layer has. ncnnoptimize has no such function.
    """

    name = "fuse-affine"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        remarks, weights = Remarks.of(ctx, self.name), ncnnc_context(ctx).weights
        apply_patterns(
            op,
            FoldScalarIntoLinear(remarks, LinearOp),
            FoldDropoutIntoLinear(remarks, LinearOp),
            FoldPositiveFactorThroughReLU(remarks, LinearOp, weights),
            FoldPositiveScaleThroughReLU(remarks, LinearOp, weights),
            FoldConstantDifferenceIntoLinear(remarks, LinearOp),
            FoldConstantDivisorIntoLinear(remarks, LinearOp, weights),
            FoldConstantEltwiseIntoLinear(remarks, LinearOp),
        )
