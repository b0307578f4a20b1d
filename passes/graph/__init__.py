"""Level 1: rewrites of the graph, a pass for each rewrite of ncnnoptimize; constant folding."""

from __future__ import annotations

GRAPH_PASSES: tuple[str, ...] = (
    "eliminate-split",
    "fuse-batchnorm-scale",
    "fuse-batchnorm",
    "fuse-mul",
    "fuse-add",
    "fuse-innerproduct-dropout",
    "replace-reduction-with-global-pooling",
    "replace-prelu-with-leaky-relu",
    "fuse-activation",
    "fuse-memorydata-binaryop",
    "fuse-binaryop-eltwise",
    "eliminate-dropout",
    "eliminate-pooling1x1",
    "eliminate-noop",
    "eliminate-flatten",
    "eliminate-reshape",
    "eliminate-reshape-before-binaryop",
    "replace-convolution-with-innerproduct",
    "eliminate-orphaned-memorydata",
)
"""
The rewrites in ncnnoptimize's order, but for `eliminate-split`, which clears the way for the rest.
`infer-shapes` goes before them, `fold-constants` after.
"""
