"""Make a multiplication by constants part of the inner product before it."""

from __future__ import annotations

from functools import partial

from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ..common.rewrite import RewritePass
from .linear.fuse_constant_patterns import FoldConstantFactorIntoLinear


class FuseInnerproductMulPass(RewritePass):
    """
    Fuse as `fuse-convolution-mul` does, with the inner product before it.

    ncnnoptimize has no such function.
    """

    name = "fuse-innerproduct-mul"
    PATTERNS = (partial(FoldConstantFactorIntoLinear, layers=InnerProductOp),)
