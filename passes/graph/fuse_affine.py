"""Fuse scalar arithmetic, differences and divisions into the preceding linear layer."""

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
    Fuse any `factor * x + term`, with scalars or constants for each channel, into the preceding
    linear layer, unless a more specific pass does: scalar BinaryOps, differences, divisions,
    negation, Power without a power, Dropout, Eltwise with a constant.

        %a = ncnn.convolution %x, %w bias %b
        %y = ncnn.binaryop sub %k, %a
        ->
        %w2 = ncnn.binaryop_scalar mul %w, -1.0
        %b2 = ncnn.binaryop sub %k, %b
        %y = ncnn.convolution %x, %w2 bias %b2

    Positive factors also move through a ReLU of the layer. ncnnoptimize has no such function.
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
