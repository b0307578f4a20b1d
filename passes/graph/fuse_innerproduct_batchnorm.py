"""Make a BatchNorm part of the inner product before it."""

from __future__ import annotations

from functools import partial

from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ..common.rewrite import RewritePass
from .linear.fuse_batchnorm_patterns import FoldBatchNormIntoLinear


class FuseInnerproductBatchnormPass(RewritePass):
    """
    Fuse as `fuse-convolution-batchnorm` does, with the inner product before it.

    Source: ncnnoptimize, `fuse_innerproduct_batchnorm`, which also folds by column where the
    batchnorm is by row, after an inner product of a matrix.
    """

    name = "fuse-innerproduct-batchnorm"
    PATTERNS = (partial(FoldBatchNormIntoLinear, layers=InnerProductOp),)
