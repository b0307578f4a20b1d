"""Make a multiplication by constants part of the deconvolution before it."""

from __future__ import annotations

from functools import partial

from ...dialects.ncnn.families.deconvolution_nd import DenseDeconvolution
from ..common.rewrite import RewritePass
from .linear.fuse_constant_patterns import FoldConstantFactorIntoLinear


class FuseDeconvolutionMulPass(RewritePass):
    """
    Fuse as `fuse-convolution-mul` does, with the deconvolution before it.

    Deconvolution1D, too. Source: ncnnoptimize, `fuse_deconvolution_mul`, which folds through an
    activation.
    """

    name = "fuse-deconvolution-mul"
    PATTERNS = (partial(FoldConstantFactorIntoLinear, layers=DenseDeconvolution),)
