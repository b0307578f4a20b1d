"""Make an activation part of the inner product before it."""

from __future__ import annotations

from functools import partial

from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ..common.rewrite import RewritePass
from .linear.fuse_activation_patterns import FuseActivationIntoLinear


class FuseInnerproductActivationPass(RewritePass):
    """
    Fuse as `fuse-convolution-activation` does, with the inner product before it.

    Source: ncnnoptimize, `fuse_innerproduct_activation`, which overwrites an activation that is
    there.
    """

    name = "fuse-innerproduct-activation"
    PATTERNS = (partial(FuseActivationIntoLinear, layers=InnerProductOp),)
