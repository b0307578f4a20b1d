"""Options that decide the code of a compiled model."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from enum import StrEnum

from ...dialects.target.records import Target


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


INPUT_TYPES = ("int8",)
"""The element types that an input can be given, which has another one by itself."""

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


@dataclass(frozen=True)
class CodeOptions:
    """The options that decide the code, by value; the number of threads is none of them."""

    target: Target
    inputs: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Shapes of inputs by blob name, sorted."""
    conv_policy: ConvPolicy = ConvPolicy.COST
    conv: tuple[tuple[str, str], ...] = ()
    """Algorithms by layer name, sorted; they come before the policy."""
    schedule: tuple[tuple[str, str], ...] = ()
    """Entries of schedules by layer name, sorted, in place of those by cost."""
    outputs: tuple[str, ...] = ()
    """The blobs asked for, in their order; none means those of the file."""
    memory_limit: int = 0
    """Bytes that weights, arena and workspace may take together; 0: as many as are fastest."""
    batch: int = 0
    """Items of a batch that are computed at once, each array having them outermost; 0: no batch."""
    precision: Precision = Precision.FP32
    preprocess: tuple[tuple[str, str], ...] = ()
    """Steps, as `Image` prints them, by the name of the input that is an image; sorted."""
    input_types: tuple[tuple[str, str], ...] = ()
    """Element types of inputs by blob name, sorted; of those that are not named the usual one."""
    debug_bounds: bool = False
    """True if the code checks every load and store, and reports the first one out of bounds."""

    @property
    def key(self) -> str:
        """The SHA-256 of the options' values, the same in every process and on every machine."""
        values = {**vars(self), "target": self.target.name}
        return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()
