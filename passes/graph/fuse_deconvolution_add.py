"""Make an addition of constants part of the deconvolution before it."""

from __future__ import annotations

from functools import partial

from ...dialects.ncnn.families.deconvolution_nd import DenseDeconvolution
from ..common.rewrite import RewritePass
from .linear.fuse_constant_patterns import FoldConstantTermIntoLinear


class FuseDeconvolutionAddPass(RewritePass):
    """
    Fuse as `fuse-convolution-add` does, with the deconvolution before it.

    Deconvolution1D, too. Source: ncnnoptimize, `fuse_deconvolution_add`, which folds through an
    activation.
    """

    name = "fuse-deconvolution-add"
    PATTERNS = (partial(FoldConstantTermIntoLinear, layers=DenseDeconvolution),)
