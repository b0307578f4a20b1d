"""Make the scale of a Dropout part of the inner product before it."""

from __future__ import annotations

from functools import partial

from ...dialects.ncnn.layers.innerproduct import InnerProductOp
from ..common.rewrite import RewritePass
from .linear.fuse_scalar_patterns import FoldDropoutIntoLinear


class FuseInnerproductDropoutPass(RewritePass):
    """
    Make a dropout that scales (what caffe's networks have) part of the inner product before it.

        %a = ncnn.innerproduct %x, %w activation relu
        %y = ncnn.dropout %a scale 0.5
        ->
        %w2 = ncnn.dropout %w scale 0.5
        %y = ncnn.innerproduct %x, %w2 activation relu

    Source: ncnnoptimize, `fuse_innerproduct_dropout`, which scales through any activation.
    """

    name = "fuse-innerproduct-dropout"
    PATTERNS = (partial(FoldDropoutIntoLinear, layers=InnerProductOp),)
