"""Level 1, for compiling only: rewrite layers as simpler ones."""

from __future__ import annotations

EXPAND_CUSTOM_LAYERS = "expand-custom-layers"
"""Pass that runs before the graph rewrites, so that these optimize expanded custom layers."""

STATE_PASSES = ("promote-states", "share-repeated-states")
"""Passes that run after all other passes on the graph."""

ROUND_BLOCK_INPUTS = "round-block-inputs"
"""Pass that runs last, if inputs of matrices of few bits may be rounded."""

DECOMPOSE_PASSES: tuple[str, ...] = (
    "convert-integer-inputs",
    "canonicalize-operands",
    "expand-einsum",
    "expand-spectrogram",
    "expand-unfold-pads",
    "expand-statistics-pooling",
    "expand-spp",
    "expand-argmax",
    "convert-1d-to-2d",
    "expand-int8-linear",
    "move-quantize-up",
    "fuse-requantize",
    "expand-pad-value",
    "expand-prior-box",
    "expand-int8-gemm",
    "fuse-permute-into-layernorm",
    "expand-group-norm",
    "expand-mvn",
    "expand-normalize",
    "fuse-causal-mask",
    "expand-multiheadattention",
    "expand-sdpa",
    "share-repeated-keys",
)
"""Passes that run after the fixed point of graph rewrites, before the target is known."""
