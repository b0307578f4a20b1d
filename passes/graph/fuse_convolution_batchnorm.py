"""Make a BatchNorm part of the convolution before it."""

from __future__ import annotations

from functools import partial

from ...dialects.ncnn.families.convolution_nd import DenseConvolution
from ..common.rewrite import RewritePass
from .linear.fuse_batchnorm_patterns import FoldBatchNormIntoLinear


class FuseConvolutionBatchnormPass(RewritePass):
    """
    Make a batchnorm part of the convolution before it: scale its weights, normalise its bias.

        %a = ncnn.convolution %x, %w bias %b
        %y = ncnn.batchnorm %a, %slope, %mean, %variance, %beta
        ->
        %w2 = ncnn.batchnorm %w, %slope, %zeros, %variance, %zeros
        %b2 = ncnn.batchnorm %b, %slope, %mean, %variance, %beta
        %y = ncnn.convolution %x, %w2 bias %b2

    Convolution1D folds alike. Source: ncnnoptimize, `fuse_convolution_batchnorm`, which folds
    through an activation and into int8 weights, and divides by zero where the layer does not.
    """

    name = "fuse-convolution-batchnorm"
    PATTERNS = (partial(FoldBatchNormIntoLinear, layers=DenseConvolution),)
