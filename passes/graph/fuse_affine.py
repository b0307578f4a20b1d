"""Make scalar arithmetic, differences and divisions part of the linear layer before them."""

from __future__ import annotations

from functools import partial

from ...dialects.ncnn.families.linear import LinearOp
from ..common.rewrite import RewritePass
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


class FuseAffinePass(RewritePass):
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
    PATTERNS = (
        partial(FoldScalarIntoLinear, layers=LinearOp),
        partial(FoldDropoutIntoLinear, layers=LinearOp),
        partial(FoldPositiveFactorThroughReLU, layers=LinearOp),
        partial(FoldPositiveScaleThroughReLU, layers=LinearOp),
        partial(FoldConstantDifferenceIntoLinear, layers=LinearOp),
        partial(FoldConstantDivisorIntoLinear, layers=LinearOp),
        partial(FoldConstantEltwiseIntoLinear, layers=LinearOp),
    )
