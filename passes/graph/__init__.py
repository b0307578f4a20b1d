"""Level 1: rewrites of the graph, a pass for each rewrite of ncnnoptimize; constant folding."""

from __future__ import annotations

GRAPH_PASSES: tuple[str, ...] = (
    "eliminate-split",
    "fuse-batchnorm-scale",
    "fuse-convolution-batchnorm",
    "fuse-convolution-mul",
    "fuse-convolution-add",
    "fuse-convolutiondepthwise-batchnorm",
    "fuse-convolutiondepthwise-mul",
    "fuse-convolutiondepthwise-add",
    "fuse-deconvolution-batchnorm",
    "fuse-deconvolution-mul",
    "fuse-deconvolution-add",
    "fuse-deconvolutiondepthwise-batchnorm",
    "fuse-deconvolutiondepthwise-mul",
    "fuse-deconvolutiondepthwise-add",
    "fuse-innerproduct-batchnorm",
    "fuse-innerproduct-mul",
    "fuse-innerproduct-add",
    "fuse-innerproduct-dropout",
    "fuse-scale",
    "fuse-affine",
    "replace-reduction-with-global-pooling",
    "replace-prelu-with-leaky-relu",
    "fuse-convolution-activation",
    "fuse-convolutiondepthwise-activation",
    "fuse-deconvolution-activation",
    "fuse-deconvolutiondepthwise-activation",
    "fuse-innerproduct-activation",
    "fuse-memorydata-binaryop",
    "fuse-unit-constant-binaryop",
    "fuse-binaryop-eltwise",
    "eliminate-dropout",
    "eliminate-pooling1x1",
    "eliminate-noop",
    "eliminate-flatten-after-global-pooling",
    "eliminate-reshape-after-global-pooling",
    "eliminate-reshape-before-binaryop",
    "replace-convolution-with-innerproduct-after-global-pooling",
    "replace-convolution-with-innerproduct-after-innerproduct",
    "replace-convolution-with-innerproduct",
    "eliminate-flatten-after-innerproduct",
    "eliminate-flatten",
    "eliminate-reshape",
    "eliminate-duplicate",
    "eliminate-permute",
    "eliminate-reshape-chain",
    "eliminate-slice-concat",
    "eliminate-crop",
    "eliminate-interp",
    "eliminate-padding",
    "replace-product-with-activation",
    "eliminate-repeated-activation",
    "fuse-concat-activation",
    "eliminate-identity-arithmetic",
    "fuse-padding-into-convolution",
    "fuse-affine-into-consumer",
    "fuse-affine-chain",
    "replace-binaryop-with-scale",
    "eliminate-orphaned-memorydata",
)
"""
The rewrites in ncnnoptimize's order, but for `eliminate-split`, which clears the way for the rest;
those that it has no function for come after.
`infer-shapes` goes before them, `fold-constants` after.
"""

COMPILE_GRAPH_PASSES: tuple[str, ...] = ("move-strides-up",)
"""
Rewrites for a target, which files do without: what pays depends on the algorithms that compile
there. They go after `attach-target`.
"""
