"""Make an addition of constants part of the convolution before it."""

from __future__ import annotations

from functools import partial

from ...dialects.ncnn.families.convolution_nd import DenseConvolution
from ..common.rewrite import RewritePass
from .linear.fuse_constant_patterns import FoldConstantTermIntoLinear


class FuseConvolutionAddPass(RewritePass):
    """
    Make an addition of constants part of the convolution before it: of its bias.

        %a = ncnn.convolution %x, %w bias %b
        %y = ncnn.binaryop add %a, %k
        ->
        %b2 = ncnn.binaryop add %b, %k
        %y = ncnn.convolution %x, %w bias %b2

    Convolution1D folds alike. Source: ncnnoptimize, `fuse_convolution_add`, which folds through an
    activation.
    """

    name = "fuse-convolution-add"
    PATTERNS = (partial(FoldConstantTermIntoLinear, layers=DenseConvolution),)
