"""Values of options that are chosen by name."""

from __future__ import annotations

import re
from enum import StrEnum


class ConvPolicy(StrEnum):
    """Policy that chooses the algorithm of a convolution."""

    COST = "cost"
    """By a cost model: the cycles that each algorithm takes."""
    NCNN = "ncnn"
    """By ncnn's rules."""
    MEASURE = "measure"
    """By timing them on this machine."""


class Precision(StrEnum):
    """Element type of stored blobs and of products with weights."""

    FP32 = "fp32"
    BF16 = "bf16"
    """bfloat16 where the target has products of it, summed in float32; else weights alone."""
    AUTO = "auto"
    """bf16 where the cost model finds it faster: products, or weights bound by memory."""


LAYER_PRECISIONS = (Precision.FP32.value, Precision.BF16.value)
"""The precisions that a single layer can be given."""


class Activations(StrEnum):
    """Type of the rows that matrices of 4 and 6 bits are multiplied by."""

    FP32 = "fp32"
    INT8 = "int8"
    """Round each block of a row by its largest magnitude, as ncnn does for 8-bit weights."""


class StateType(StrEnum):
    """Element type of states that attention reads as keys or values."""

    FP32 = "fp32"
    BF16 = "bf16"
    FP16 = "fp16"
    """Needs a target that converts float16."""
    INT8 = "int8"
    """With a float32 factor for each row of a head."""


INPUT_TYPES = ("int8",)
"""The element types that can be requested for an input."""

MASKS = ("causal",)
"""Attention masks that are known, so that no input is needed: `causal` hides later keys."""

CONV_ALGORITHMS = (
    "packed",
    "gemm",
    "winograd2",
    "winograd4",
    "winograd6",
    "tiled",
    "dilated",
    "depthwise",
)
"""The names of convolution algorithms, as in the dialect's `Algorithm`."""


def is_conv_algorithm(text: str) -> bool:
    """Return whether a text names an algorithm; `tiled:24` also sets the positions of a tile."""
    return text in CONV_ALGORITHMS or re.fullmatch(r"tiled:[1-9]\d{0,5}", text) is not None
