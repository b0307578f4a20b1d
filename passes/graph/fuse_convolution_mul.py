"""Make a multiplication by constants part of the convolution before it."""

from __future__ import annotations

from functools import partial

from ...dialects.ncnn.families.convolution_nd import DenseConvolution
from ..common.rewrite import RewritePass
from .linear.fuse_constant_patterns import FoldConstantFactorIntoLinear


class FuseConvolutionMulPass(RewritePass):
    """
    Make a multiplication by constants part of the convolution before it.

        %a = ncnn.convolution %x, %w bias %b
        %y = ncnn.binaryop mul %a, %k
        ->
        %w2 = ncnn.binaryop mul %w, %k
        %b2 = ncnn.binaryop mul %b, %k
        %y = ncnn.convolution %x, %w2 bias %b2

    A vector lies along the outermost axis of the weights: ncnn's broadcasting prefers it.
    Convolution1D folds alike. Source: ncnnoptimize, `fuse_convolution_mul`, which folds through an
    activation.
    """

    name = "fuse-convolution-mul"
    PATTERNS = (partial(FoldConstantFactorIntoLinear, layers=DenseConvolution),)
