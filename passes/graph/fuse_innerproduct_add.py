"""Make an addition of constants part of the inner product before it."""

from __future__ import annotations

from functools import partial

from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ..common.rewrite import RewritePass
from .linear.fuse_constant_patterns import FoldConstantTermIntoLinear


class FuseInnerproductAddPass(RewritePass):
    """
    Fuse as `fuse-convolution-add` does, with the inner product before it.

    Source: ncnnoptimize, `fuse_innerproduct_add`, which folds through an activation, and loses the
    dimensions of a constant `n,1,1`.
    """

    name = "fuse-innerproduct-add"
    PATTERNS = (partial(FoldConstantTermIntoLinear, layers=InnerProductOp),)
