"""
Facts of the machines that are compiled for, by base target, weakest first.

Nothing is imported here: who checks a target's name need not load xDSL.
"""

from __future__ import annotations

import re

TARGET_FACTS: dict[str, tuple[int, int]] = {
    "x86-64": (4, 16),
    "x86-avx": (8, 16),
    "x86-avx2": (8, 16),
    "x86-avx512": (16, 32),
}
"""Base target -> (float32 lanes, vector registers)."""
UNFUSED_REGISTERS = {"x86-64": 1, "x86-avx": 2}
"""Base target without fused multiply-adds -> the registers that products and copies need."""

DEFAULT_L2_BYTES = 1 << 20
"""The L2 cache that a kernel may count on where the target's name does not say it."""


def l2_size(suffix: str) -> int | None:
    """Bytes that a target's suffix `l2=SIZE` stands for, SIZE as 524288, 512K or 2M; else None."""
    match = re.fullmatch(r"l2=([1-9]\d*)([KM]?)", suffix)
    return int(match[1]) << {"": 0, "K": 10, "M": 20}[match[2]] if match else None
