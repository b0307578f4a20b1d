"""The values that options have by name."""

from __future__ import annotations

import re
from enum import StrEnum


class ConvPolicy(StrEnum):
    """Policy that chooses the algorithm of a convolution."""

    COST = "cost"
    """By a model of the cycles that each takes."""
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
    """bf16 for what it makes faster by the cost model: products, or weights bound by memory."""


LAYER_PRECISIONS = (Precision.FP32.value, Precision.BF16.value)
"""The precisions that a single layer can be given."""


class Activations(StrEnum):
    """Type of the rows that matrices of 4 and 6 bits are multiplied by."""

    FP32 = "fp32"
    INT8 = "int8"
    """Each block of a row rounded by its largest magnitude, as those of 8 bits are in ncnn."""


class StateType(StrEnum):
    """Element type of states that attention reads as keys or values."""

    FP32 = "fp32"
    BF16 = "bf16"
    FP16 = "fp16"
    """If the target has instructions that convert float16."""
    INT8 = "int8"
    """With a float32 factor for each row of a head."""


INPUT_TYPES = ("int8",)
"""The element types that an input can be given, which has another one by itself."""

MASKS = ("causal",)
"""The masks of attention that need not be given: of all keys that come later than a query."""

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
"""The names of the algorithms, those of the dialect's `Algorithm`."""


def is_conv_algorithm(text: str) -> bool:
    """Return whether a text names an algorithm; `tiled:24` also gives the positions of a tile."""
    return text in CONV_ALGORITHMS or re.fullmatch(r"tiled:[1-9]\d{0,5}", text) is not None
