"""Make an activation part of the deconvolution before it."""

from __future__ import annotations

from functools import partial

from ...dialects.ncnn.families.deconvolution_nd import DenseDeconvolution
from ..common.rewrite import RewritePass
from .linear.fuse_activation_patterns import FuseActivationIntoLinear


class FuseDeconvolutionActivationPass(RewritePass):
    """
    Fuse as `fuse-convolution-activation` does, with the deconvolution before it.

    Deconvolution1D, too. Source: ncnnoptimize, `fuse_deconvolution_activation`, which overwrites an
    activation that is there, and knows neither Mish nor HardSwish.
    """

    name = "fuse-deconvolution-activation"
    PATTERNS = (partial(FuseActivationIntoLinear, layers=DenseDeconvolution),)
